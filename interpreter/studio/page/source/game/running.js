// Something that takes long and is stopped by the button that began it: what it has come to so far, and whether it runs.
import { useSignal } from '@preact/signals';
import { runJob } from '../transport.js';
import { saveAll } from './documents.js';
import { attempt } from './notices.js';

export function useRun(pace = {}) {
  // what the program answered last, from the first portion on
  const state = useSignal(null);
  const running = useSignal(null);
  const stop = () => running.value?.abort();
  // total: of how many games or the like, before the first answer says so; true once it is done or stopped
  const start = (name, args, total = 1) =>
    attempt(async () => {
      if (running.value) return false;
      const mine = (running.value = new AbortController());
      try {
        await saveAll();
        const began = Date.now();
        const take = (now) => (state.value = { ...now, began });
        take({ progress: { done: 0, total } });
        take(await runJob(name, args, { signal: mine.signal, onProgress: take, keep: true, ...pace }));
        return true;
      } finally {
        running.value = null;
      }
    });
  return { state, running, start, stop };
}
