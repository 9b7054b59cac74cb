// A workbook, which is read as it is; to be changed here, one of its sheets becomes a CSV file.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { call } from '../transport.js';
import { lookAtFolder, showFile } from '../game/folder.js';
import { attempt, notify } from '../game/notices.js';
import { Choice } from '../parts/fields.jsx';
import { Icon } from '../parts/icons.jsx';

export function WorkbookFile({ file }) {
  const sheets = useSignal([]);
  const chosen = useSignal('');
  useEffect(() => {
    attempt(async () => {
      sheets.value = (await call('workbook', { file })).sheets;
    });
  }, []);
  const shown = sheets.value.find((one) => one.name === chosen.value) ?? sheets.value[0];
  const short = file.slice(file.lastIndexOf('/') + 1);
  const turn = () =>
    attempt(async () => {
      const stem = sheets.value.length > 1 ? shown.name : short.replace(/\.[^.]*$/, '');
      const name = `${stem.trim().toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')}.csv`;
      const to = `${file.slice(0, -short.length)}${name}`;
      await call('sheet_from_workbook', { file, sheet: shown.name, to });
      await lookAtFolder();
      showFile(to);
      notify(`${name} can be changed here. Write “from: ${name}” in the rules, so that they read it.`, { seconds: 12 });
    });
  if (!shown) return <div class="workbook" />;
  return (
    <div class="workbook">
      <div class="strip">
        <p>
          This workbook is read as it is. Change it in your spreadsheet program, or make a CSV sheet of it and change
          that here.
        </p>
        {sheets.value.length > 1 && (
          <Choice
            label="Sheet"
            value={shown.name}
            options={sheets.value.map(({ name }) => [name, name])}
            onChange={(name) => (chosen.value = name)}
          />
        )}
        <button type="button" class="main" onClick={turn}>
          <Icon name="sheet" size={15} /> Make a CSV sheet of it
        </button>
      </div>
      <div class="whole-table" tabIndex={0} role="region" aria-label={`The sheet ${shown.name}`}>
        <table>
          <thead>
            <tr>
              {shown.rows[0].map((cell, number) => (
                <th key={number} scope="col">
                  {cell}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.rows.slice(1).map((row, number) => (
              <tr key={number}>
                {row.map((cell, column) => (
                  <td key={column}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {shown.height > shown.rows.length && <p>And {shown.height - shown.rows.length} rows more.</p>}
      </div>
    </div>
  );
}
