// The rulebook as the program writes it, which follows the cursor in the text.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { call } from '../transport.js';
import { textOf } from '../game/documents.js';
import { cursor, errand, takeErrand } from '../game/errands.js';
import { errorsInGame, mendFirst, players, rulesOnDisk } from '../game/facts.js';
import { kindOf, ruleset } from '../game/folder.js';
import { attempt } from '../game/notices.js';
import { Choice, PlayersChoice, VariantChoice } from '../parts/fields.jsx';
import { Icon } from '../parts/icons.jsx';
import { PageFrame } from '../parts/page_frame.jsx';

const QUIET = 350;
const LANGUAGES = [
  ['en', 'English'],
  ['de', 'Deutsch'],
];

export function Rulebook({ isShown }) {
  const page = useSignal('');
  const language = useSignal('en');
  const frame = useRef(null);
  const at = useRef(0);

  useEffect(() => {
    if (!isShown || !rulesOnDisk.value || !ruleset.value.game || !players.value) return;
    const args = { ...ruleset.value, players: players.value, language: language.value };
    attempt(async () => {
      const { html } = await call('rulebook', args);
      if (html !== page.value) {
        at.current = frame.current?.contentWindow?.scrollY ?? 0;
        page.value = html;
      }
    });
  }, [isShown, rulesOnDisk.value, ruleset.value, players.value, language.value]);

  useEffect(() => {
    if (!isShown) return undefined;
    const asked = takeErrand('rules');
    const timer = setTimeout(() => follow(frame.current, asked ?? cursor.value), asked ? 0 : QUIET);
    return () => clearTimeout(timer);
  }, [isShown, cursor.value, errand.value]);

  const loaded = (element) => {
    frame.current = element;
    element.contentWindow.scrollTo(0, at.current);
    follow(element, cursor.value);
  };
  return (
    <>
      <div class="toolbar">
        <PlayersChoice />
        <VariantChoice />
        <Choice
          label="Language"
          value={language.value}
          options={LANGUAGES}
          onChange={(each) => {
            language.value = each;
          }}
        />
        <button type="button" class="push" disabled={!page.value} onClick={() => frame.current.contentWindow.print()}>
          <Icon name="print" size={16} /> Print
        </button>
      </div>
      {errorsInGame.value > 0 && <p class="strip">As the rules were before the last mistake.</p>}
      {page.value ? (
        <PageFrame html={page.value} title="Rulebook" onLoad={loaded} />
      ) : (
        <p class="empty">
          {errorsInGame.value ? mendFirst(errorsInGame.value) : 'The rulebook is being written…'}
        </p>
      )}
    </>
  );
}

// Shows and marks what the rulebook says about the line in the text.
async function follow(element, { file, line }) {
  if (!element || kindOf(file) !== 'ruleset') return;
  const text = textOf(file);
  const found = await call('rule_at', text === undefined ? { file, line } : { file, line, text }).catch(() => null);
  const root = element.contentDocument?.body;
  if (!root) return;
  for (const marked of root.querySelectorAll('[data-here]')) {
    marked.removeAttribute('data-here');
    marked.style.outline = '';
    marked.style.background = '';
  }
  const place = found && (elementWith(root, found.find) ?? element.contentDocument.getElementById(found.anchor));
  if (!place) return;
  place.dataset.here = '';
  Object.assign(place.style, { outline: '3px solid #f4c653', outlineOffset: '4px', borderRadius: '4px' });
  place.scrollIntoView({
    block: 'center',
    behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth',
  });
}

const plain = (text) => text.replace(/\s+/g, ' ').trim().toLowerCase();

function elementWith(root, words) {
  const wanted = plain(words);
  if (!wanted) return null;
  return [...root.querySelectorAll('li, p, h2, h3, h4, td, dt, dd')]
    .filter((one) => plain(one.textContent).includes(wanted))
    .reduce((least, one) => (least && least.textContent.length <= one.textContent.length ? least : one), null);
}
