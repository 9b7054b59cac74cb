// A button that lets a file be chosen from the own disk.
import { useRef } from 'preact/hooks';

export function FileButton({ accept, onFile, children, ...more }) {
  const input = useRef(null);
  const take = () => {
    const [file] = input.current.files;
    input.current.value = '';
    if (file) onFile(file);
  };
  return (
    <>
      <button type="button" {...more} onClick={() => input.current.click()}>
        {children}
      </button>
      <input ref={input} type="file" accept={accept} hidden onChange={take} />
    </>
  );
}
