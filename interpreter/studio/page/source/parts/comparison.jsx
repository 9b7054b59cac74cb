// Two forms of a game beside each other: what differs first, then what is the same.
const SAME = 'the same';

export function Comparison({ figures, first, second }) {
  const [found] = figures.comparisons;
  const differ = found.measures.filter((one) => one.verdict !== SAME);
  const same = found.measures.filter((one) => one.verdict === SAME);
  const caption = `${found.games.toLocaleString('en')} games each, ${found.players} players`;
  return (
    <div class="comparison">
      {differ.length > 0 ? (
        <Table caption={caption} rows={differ} first={first} second={second} />
      ) : (
        <p>{caption}: nothing that is measured differs.</p>
      )}
      {same.length > 0 && (
        <details>
          <summary>The same in both: {same.length === 1 ? '1 measure' : `${same.length} measures`}</summary>
          <Table caption="" rows={same} first={first} second={second} />
        </details>
      )}
    </div>
  );
}

function Table({ caption, rows, first, second }) {
  return (
    <table>
      {caption && <caption>{caption}</caption>}
      <thead>
        <tr>
          <th scope="col">Measure</th>
          <th scope="col">{first}</th>
          <th scope="col">{second}</th>
          <th scope="col">Verdict</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((one) => (
          <tr key={`${one.measure} ${one.of}`}>
            <th scope="row">
              {one.measure} <small>{one.of}</small>
            </th>
            {pair(one).map((value, number) => (
              <td key={number}>{value}</td>
            ))}
            <td>
              {one.verdict}{' '}
              {one.games_needed && <small>about {one.games_needed.toLocaleString('en')} games would</small>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

// Both values, with as many digits as show the difference.
function pair({ base, other, unit, verdict }) {
  const digits =
    [1, 2, 3].find((each) => verdict === SAME || shown(base, unit, each) !== shown(other, unit, each)) ?? 3;
  return [shown(base, unit, digits), shown(other, unit, digits)];
}

function shown(value, unit, digits) {
  if (value === null) return '–';
  return unit === 'share' ? `${(100 * value).toFixed(digits)} %` : value.toFixed(digits);
}
