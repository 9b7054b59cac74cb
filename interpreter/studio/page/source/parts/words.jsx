// A sentence of the program, in which what stands in backticks is code.
export function Words({ text }) {
  return text
    .split(/(`[^`]+`)/)
    .map((part, number) => (number % 2 ? <code key={number}>{part.slice(1, -1)}</code> : part));
}
