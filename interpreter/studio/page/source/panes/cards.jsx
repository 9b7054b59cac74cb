// The cards of the game, front and back, as they are printed.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { call } from '../transport.js';
import { saveAll } from '../game/documents.js';
import { errorsInGame, mendFirst, players, rulesOnDisk } from '../game/facts.js';
import { ruleset } from '../game/folder.js';
import { attempt } from '../game/notices.js';
import { PlayersChoice, VariantChoice } from '../parts/fields.jsx';
import { Icon } from '../parts/icons.jsx';
import { PageFrame } from '../parts/page_frame.jsx';

export function Cards({ isShown }) {
  const cards = useSignal(null);
  const isTurned = useSignal(false);
  const printed = useSignal('');
  useEffect(() => {
    if (!isShown || !rulesOnDisk.value || !players.value) return;
    attempt(async () => {
      cards.value = (await call('cards', { ...ruleset.value, players: players.value })).cards;
    });
  }, [isShown, rulesOnDisk.value, ruleset.value, players.value]);
  const print = () =>
    attempt(async () => {
      await saveAll();
      const { pages } = await call('print_pages', { ...ruleset.value, players: players.value });
      printed.value = pageOf(pages);
    });
  const groups = grouped(cards.value ?? []);
  return (
    <>
      <div class="toolbar">
        <PlayersChoice />
        <VariantChoice />
        <button
          type="button"
          aria-pressed={isTurned.value}
          onClick={() => {
            isTurned.value = !isTurned.value;
          }}
        >
          {isTurned.value ? 'Show the fronts' : 'Show the backs'}
        </button>
        <button type="button" class="push" disabled={!cards.value?.length} onClick={print}>
          <Icon name="print" size={16} /> Print
        </button>
      </div>
      {printed.value && (
        <div class="print">
          <p class="strip">
            Sheets to print and to cut.{' '}
            <button
              type="button"
              onClick={() => {
                printed.value = '';
              }}
            >
              Back to the cards
            </button>
          </p>
          <PageFrame html={printed.value} title="Sheets to print" onLoad={(frame) => frame.contentWindow.print()} />
        </div>
      )}
      <div class="cards" role="region" aria-label="Cards" tabIndex={0} hidden={Boolean(printed.value)}>
        {cards.value?.length === 0 && <p class="empty">This game has no cards.</p>}
        {!cards.value && errorsInGame.value > 0 && <p class="empty">{mendFirst(errorsInGame.value)}</p>}
        {[...groups].map(([component, list]) => (
          <section key={component}>
            <h2>
              {component.replaceAll('_', ' ')} <small>{total(list)}</small>
            </h2>
            <ul>
              {list.map((card) => (
                <Card key={card.title + card.front} card={card} isTurned={isTurned.value} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}

// Pages true to size, one after another, as a printer takes them.
function pageOf(pages) {
  const [{ width, height }] = pages;
  const paper = `width: ${width}mm; height: ${height}mm`;
  const style =
    `@page { size: ${width}mm ${height}mm; margin: 0 } body { margin: 0; background: #ddd } ` +
    `img { display: block; ${paper}; margin: 0 auto 6mm; background: #fff; break-after: page } ` +
    '@media print { img { margin: 0 } }';
  const pictures = pages.map(
    ({ svg, name }) => `<img alt="${encodeURIComponent(name)}" src="data:image/svg+xml,${encodeURIComponent(svg)}">`,
  );
  const head = `<meta charset="utf-8"><title>Sheets to print</title><style>${style}</style>`;
  return `<!doctype html><html lang="en"><head>${head}</head><body>${pictures.join('')}</body></html>`;
}

const total = (list) => {
  const count = list.reduce((sum, card) => sum + card.count, 0);
  return count === 1 ? '1 card' : `${count} cards`;
};

function grouped(list) {
  const found = new Map();
  for (const card of list) found.set(card.component, [...(found.get(card.component) ?? []), card]);
  return found;
}

function Card({ card, isTurned }) {
  const picture = isTurned ? card.back : card.front;
  const words = card.title.replaceAll('_', ' ');
  return (
    <li style={{ '--ratio': `${card.width} / ${card.height}` }}>
      <img
        src={`data:image/svg+xml,${encodeURIComponent(picture)}`}
        alt={isTurned ? `Back of ${words}` : words}
        loading="lazy"
      />
      {card.count > 1 && <span class="copies">×{card.count}</span>}
    </li>
  );
}
