import { useEffect } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { call } from '../transport.js';
import { attempt } from '../game/notices.js';

export function PictureFile({ file }) {
  const shown = useSignal(null);
  useEffect(() => {
    attempt(async () => {
      shown.value = await call('read', { file });
    });
  }, []);
  if (!shown.value) return <div class="picture" />;
  const { base64, text, type } = shown.value;
  const source =
    base64 === undefined ? `data:image/svg+xml,${encodeURIComponent(text)}` : `data:${type};base64,${base64}`;
  return (
    <div class="picture">
      <img src={source} alt={file} />
    </div>
  );
}
