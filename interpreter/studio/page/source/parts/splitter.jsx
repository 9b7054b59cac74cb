// The edge between the text and what one looks at, moved with the mouse or with the arrow keys.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';

const KEPT = 'stammtisch studio view';
const LEAST = 24;
const MOST = 65;
const STEP = 2;

const kept = () => {
  try {
    return Number(localStorage.getItem(KEPT)) || 38;
  } catch {
    return 38;
  }
};

export function Splitter() {
  const share = useSignal(kept());
  const edge = useRef(null);
  const move = (wanted) => {
    share.value = Math.round(Math.min(MOST, Math.max(LEAST, wanted)));
    try {
      localStorage.setItem(KEPT, share.value);
    } catch {
      /* the next visit begins with the usual share */
    }
  };
  useEffect(() => edge.current.closest('.game').style.setProperty('--share', `${share.value}%`), [share.value]);
  const drag = (event) => {
    if (!edge.current.hasPointerCapture(event.pointerId)) return;
    const { right, width } = edge.current.closest('.game').getBoundingClientRect();
    move((100 * (right - event.clientX)) / width);
  };
  const press = ({ key }) => {
    if (key === 'ArrowLeft') move(share.value + STEP);
    if (key === 'ArrowRight') move(share.value - STEP);
  };
  return (
    <div
      ref={edge}
      class="splitter"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label="Width of the right side"
      aria-valuenow={share.value}
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      onPointerDown={(event) => {
        edge.current.setPointerCapture(event.pointerId);
        document.body.classList.add('dragging');
      }}
      onPointerMove={drag}
      onLostPointerCapture={() => document.body.classList.remove('dragging')}
      onKeyDown={press}
    />
  );
}
