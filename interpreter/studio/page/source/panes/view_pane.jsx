// The right side: what one looks at. A view that has been opened stays, so that a game at the table goes on.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { game, showView, view } from '../game/folder.js';
import { Splitter } from '../parts/splitter.jsx';
import { Tabs } from '../parts/tabs.jsx';
import { Cards } from './cards.jsx';
import { Numbers } from './numbers.jsx';
import { Play } from './play.jsx';
import { Rulebook } from './rulebook.jsx';
import { Tests } from './tests.jsx';
import { Variants } from './variants.jsx';

const VIEWS = [
  { name: 'play', words: 'Play', Shown: Play },
  { name: 'rulebook', words: 'Rulebook', Shown: Rulebook },
  { name: 'cards', words: 'Cards', Shown: Cards },
  { name: 'numbers', words: 'Numbers', Shown: Numbers },
  { name: 'tests', words: 'Tests', Shown: Tests },
  { name: 'variants', words: 'Variants', Shown: Variants },
];

export function ViewPane() {
  const opened = useSignal([]);
  const current = VIEWS.some(({ name }) => name === view.value) ? view.value : 'play';
  useEffect(() => {
    if (!opened.value.includes(current)) opened.value = [...opened.value, current];
  }, [current]);
  return (
    <section class="view" aria-label="Look at the game">
      <Splitter />
      <Tabs label="Look at the game" tabs={VIEWS} current={current} onChoose={showView} />
      <div id="view" role="tabpanel" aria-labelledby={`tab-${current}`}>
        {VIEWS.filter(({ name }) => opened.value.includes(name) || name === current).map(({ name, Shown }) => (
          <div key={`${game.value} ${name}`} class="shown" hidden={name !== current}>
            <Shown isShown={name === current} />
          </div>
        ))}
      </div>
    </section>
  );
}
