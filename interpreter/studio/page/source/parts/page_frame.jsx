// A page of the program in a frame of its own, in which no script runs; this page may scroll in it and print it.
import { useRef } from 'preact/hooks';

export function PageFrame({ html, title, onLoad = () => {} }) {
  const frame = useRef(null);
  return (
    <iframe
      ref={frame}
      class="whole"
      title={title}
      srcDoc={html}
      sandbox="allow-same-origin allow-modals allow-popups"
      onLoad={() => onLoad(frame.current)}
    />
  );
}
