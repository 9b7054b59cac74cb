// A page of the program in a frame of its own, in which no script runs; this page may scroll in it and print it.
import { useRef } from 'preact/hooks';

export function PageFrame({ html, title, onLoad = () => {} }) {
  const frame = useRef(null);
  const loaded = () => {
    frame.current.contentDocument.addEventListener('click', follow);
    onLoad(frame.current);
  };
  return (
    <iframe
      ref={frame}
      class="whole"
      title={title}
      srcDoc={html}
      sandbox="allow-same-origin allow-modals"
      onLoad={loaded}
    />
  );
}

// Links lead to places of the page, or into a window of their own: the address of a frame is that of the studio.
function follow(event) {
  const link = event.target.closest('a[href]');
  if (!link) return;
  event.preventDefault();
  const address = link.getAttribute('href');
  if (address.startsWith('#')) {
    link.ownerDocument.getElementById(decodeURIComponent(address.slice(1)))?.scrollIntoView();
  } else if (/^https?:/.test(address)) {
    window.open(address, '_blank', 'noopener');
  }
}
