// The figures of games for one number of players, as bars that grow while games are played.
import { Icon } from '../parts/icons.jsx';

const percent = (share) => `${(100 * share).toFixed(1)} %`;
const number = (value) =>
  Math.abs(value) < 10 && !Number.isInteger(value) ? value.toFixed(1) : Math.round(value).toLocaleString('en');

export function Figures({ of }) {
  const even = 1 / of.players;
  const hasScore = of.score && of.score.min !== of.score.max;
  return (
    <section>
      <h2>
        {of.players} player{of.players === 1 ? '' : 's'}
      </h2>
      <figure>
        <figcaption>
          Who wins, seat by seat{' '}
          <small>dashed: an even share, {percent(even)}; line: where the true share lies in 19 of 20 runs</small>
        </figcaption>
        <ul class="bars" style={{ '--even': `${100 * even}%` }}>
          {of.seats.map((seat) => (
            <li key={seat.seat}>
              <span class="seat">seat {seat.seat}</span>
              <span class="track">
                <span class="bar" style={{ width: `${100 * seat.win_share}%` }} />
                <span
                  class="between"
                  style={{
                    left: `${100 * seat.win_share_low}%`,
                    width: `${100 * (seat.win_share_high - seat.win_share_low)}%`,
                  }}
                />
              </span>
              <b>{percent(seat.win_share)}</b>
            </li>
          ))}
        </ul>
      </figure>
      <dl class="spreads">
        <Spread words="Decisions in a game" of={of.decisions} />
        {of.turns?.max > 0 && <Spread words="Turns in a game" of={of.turns} />}
        {hasScore && <Spread words="Score of a player" of={of.score} />}
      </dl>
      <Targets list={of.targets} />
      <dl class="facts">
        <div>
          <dt>Shared victories</dt>
          <dd>{percent(of.finished ? of.ties / of.finished : 0)}</dd>
        </div>
        {of.options?.mean > 0 && (
          <div>
            <dt>Options at a decision</dt>
            <dd>{number(of.options.mean)}</dd>
          </div>
        )}
        {Object.entries(of.reasons ?? {}).map(([reason, games]) => (
          <div key={reason}>
            <dt>Ended because {reason}</dt>
            <dd>{percent(games / of.games)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

// Where the middle half of all games lies, between the least and the most.
function Spread({ words, of }) {
  if (!of) return null;
  if (of.min === of.max) {
    return (
      <div class="spread">
        <dt>{words}</dt>
        <dd class="always">always {number(of.min)}</dd>
      </div>
    );
  }
  const width = of.max - of.min;
  const at = (value) => `${(100 * (value - of.min)) / width}%`;
  return (
    <div class="spread">
      <dt>{words}</dt>
      <dd>
        <span class="least">{number(of.min)}</span>
        <span class="track" aria-hidden="true">
          <span
            class="whole-range"
            style={{ left: at(of['5']), width: `${(100 * (of['95'] - of['5'])) / width}%` }}
          />
          <span class="half" style={{ left: at(of['25']), width: `${(100 * (of['75'] - of['25'])) / width}%` }} />
          <span class="middle" style={{ left: at(of['50']) }} />
        </span>
        <span>{number(of.max)}</span>
        <small>
          half of them {number(of['25'])} to {number(of['75'])}, the middle one {number(of['50'])}
        </small>
      </dd>
    </div>
  );
}

const SIGNS = { met: 'good', missed: 'error' };

// What the designer wants of the numbers, and whether it is so.
function Targets({ list }) {
  if (!list?.length) return null;
  return (
    <div class="targets">
      <h3>Targets</h3>
      <ul>
        {list.map((one) => (
          <li key={`${one.measure} ${one.of} ${one.wanted}`} class={SIGNS[one.verdict] ?? ''}>
            <Icon name={SIGNS[one.verdict] ?? 'clock'} size={16} />
            <span>
              {one.measure} {one.of && <small>{one.of}</small>}: {one.is}, wanted {one.wanted}
            </span>
            <b>{one.verdict}</b>
          </li>
        ))}
      </ul>
    </div>
  );
}
