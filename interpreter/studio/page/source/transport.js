// All talk with the program: a name and arguments go out, a result comes back. A refusal is a Mistake with its words.
export class Mistake extends Error {
  constructor(told) {
    super(told.message);
    Object.assign(this, told);
  }
}

export async function call(name, args = {}) {
  let answer;
  try {
    const body = JSON.stringify({ name, arguments: args });
    answer = await fetch('door', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  } catch {
    throw new Mistake({
      kind: 'away',
      message: 'Stammtisch does not answer. Is its window still open? Start it again with `stammtisch studio`.',
    });
  }
  if (!answer.ok)
    throw new Mistake({
      kind: 'away',
      message: `Stammtisch refused the request (status ${answer.status}). Reload this page.`,
    });
  const { result, mistake } = await answer.json();
  if (mistake) throw new Mistake(mistake);
  return result;
}

// Runs what takes long, a portion at a time, until it is done or the signal stops it; the result, or null if stopped.
export async function runJob(name, args, { portion = 0.25, pause = 0, onProgress = () => {}, signal, keep = false } = {}) {
  const { job } = await call(name, args);
  for (;;) {
    if (signal?.aborted) {
      const left = await call('stop', { job });
      return keep ? { ...left, job, stopped: true } : null;
    }
    const now = await call('go_on', { job, seconds: portion });
    if (!signal?.aborted) onProgress(now);
    if (now.done) return { ...now, job };
    if (pause) await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
