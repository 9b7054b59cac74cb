// A row of tabs, moved through with the arrow keys.
export function Tabs({ label, tabs, current, onChoose }) {
  const move = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const at = tabs.findIndex(({ name }) => name === current);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    onChoose(next.name);
    event.currentTarget.querySelector(`[data-tab="${next.name}"]`).focus();
    event.preventDefault();
  };
  return (
    <div role="tablist" aria-label={label} class="tabs" onKeyDown={move}>
      {tabs.map(({ name, words, mark }) => (
        <button
          key={name}
          id={`tab-${name}`}
          data-tab={name}
          type="button"
          role="tab"
          aria-selected={name === current}
          aria-controls="view"
          tabIndex={name === current ? 0 : -1}
          onClick={() => onChoose(name)}
        >
          {words}
          {mark && <span class="mark">{mark}</span>}
        </button>
      ))}
    </div>
  );
}
