// Choices in the lines above a view.
import { facts, players, wishedPlayers } from '../game/facts.js';
import { currentGame, laidOver } from '../game/folder.js';

export function Choice({ label, value, options, onChange, disabled = false }) {
  return (
    <label class="choice">
      <span>{label}</span>
      <select value={value} disabled={disabled} onChange={(event) => onChange(event.target.value)}>
        {options.map(([each, words]) => (
          <option key={each} value={each} selected={String(each) === String(value)}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

export function PlayersChoice() {
  const counts = facts.value?.players ?? [];
  if (counts.length < 2) return null;
  return (
    <Choice
      label="Players"
      value={players.value}
      options={counts.map((count) => [count, String(count)])}
      onChange={(count) => {
        wishedPlayers.value = Number(count);
      }}
    />
  );
}

// With which variant the game is looked at: for all views alike.
export function VariantChoice() {
  const names = currentGame.value?.variants.map((one) => one.name) ?? [];
  if (!names.length) return null;
  const options = [['', 'as the rules are'], ...names.map((name) => [name, name.replaceAll('-', ' ')])];
  if (laidOver.value.length > 1) options.push([laidOver.value.join('+'), laidOver.value.join(' + ')]);
  return (
    <Choice
      label="Variant"
      value={laidOver.value.join('+')}
      options={options}
      onChange={(name) => {
        laidOver.value = name ? name.split('+') : [];
      }}
    />
  );
}
