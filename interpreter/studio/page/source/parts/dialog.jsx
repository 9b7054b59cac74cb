// A question in the middle of the page, with the browser's own dialog: focus stays in it, Escape closes it.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from './icons.jsx';

export function Dialog({ title, onClose, children, wide = false }) {
  const dialog = useRef(null);
  useLayoutEffect(() => {
    dialog.current.showModal();
    const field = dialog.current.querySelector('input');
    field?.focus();
    field?.select();
  }, []);
  return (
    <dialog ref={dialog} class={wide ? 'wide' : ''} aria-label={title} onClose={onClose}>
      <header>
        <h2>{title}</h2>
        <button type="button" class="bare icon push" aria-label="Close" onClick={() => dialog.current.close()}>
          <Icon name="close" />
        </button>
      </header>
      {children}
    </dialog>
  );
}

// One line to be filled in, and what is wrong with it.
export function NameForm({ label, value = '', hint = '', submit, wrong = '', onSubmit }) {
  const input = useRef(null);
  return (
    <form
      class="named"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(input.current.value.trim());
      }}
    >
      <label>
        {label}
        <input
          ref={input}
          defaultValue={value}
          required
          aria-describedby="named-hint"
          autocomplete="off"
          spellcheck={false}
        />
      </label>
      <p id="named-hint" class={wrong ? 'wrong' : 'hint'} role={wrong ? 'alert' : undefined}>
        {wrong || hint}
      </p>
      <p class="row">
        <button type="submit" class="main push">
          {submit}
        </button>
      </p>
    </form>
  );
}
