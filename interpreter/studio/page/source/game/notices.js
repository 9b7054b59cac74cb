// Short words at the lower edge, each with something that can be done about it; a screen reader hears them.
import { signal } from '@preact/signals';

export const notices = signal([]);
let last = 0;

export function notify(words, { kind = 'good', action = null, other = null, seconds = action ? 12 : 6 } = {}) {
  const id = (last += 1);
  notices.value = [
    ...notices.value.filter((one) => one.words !== words).slice(-1),
    { id, words, kind, action, other },
  ];
  const isQuestion = kind === 'error' && action;
  if (!isQuestion) setTimeout(() => dismiss(id), (kind === 'error' ? 20 : seconds) * 1000);
}

export function dismiss(id) {
  notices.value = notices.value.filter((one) => one.id !== id);
}

// Runs something that was clicked; what goes wrong is said.
export async function attempt(work) {
  try {
    return await work();
  } catch (error) {
    notify(error.message, { kind: 'error' });
    return undefined;
  }
}
