// Undo and redo of what is open: {undo, redo} of the text or sheet in front, or null.
import { signal } from '@preact/signals';

export const steps = signal(null);
