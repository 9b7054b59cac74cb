import { useState } from 'preact/hooks';
import { giveName, renamed } from '../editor/renaming.js';
import { Dialog, NameForm } from '../parts/dialog.jsx';

export function RenameDialog() {
  return renamed.value && <Asked former={renamed.value.name} />;
}

function Asked({ former }) {
  const [wrong, setWrong] = useState('');
  return (
    <Dialog
      title={`Rename “${former}”`}
      onClose={() => {
        renamed.value = null;
      }}
    >
      <NameForm
        label="New name"
        value={former}
        submit="Rename everywhere"
        wrong={wrong}
        hint="It changes wherever it stands: rules, variants, tests, sheets and words in other languages."
        onSubmit={(name) => giveName(name).catch((error) => setWrong(error.message))}
      />
    </Dialog>
  );
}
