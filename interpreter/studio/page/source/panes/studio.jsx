// The page as a whole: the start screen, or the three panes of a game; on small screens one pane at a time.
import { isLarge, pane, screen, view } from '../game/folder.js';
import { Icon } from '../parts/icons.jsx';
import { Notices } from '../parts/notices.jsx';
import { EditorPane } from './editor_pane.jsx';
import { FileList } from './file_list.jsx';
import { History } from './history.jsx';
import { NameDialog } from './name_dialog.jsx';
import { RenameDialog } from './rename_dialog.jsx';
import { ShareDialog } from './share_dialog.jsx';
import { StartScreen } from './start_screen.jsx';
import { TopBar } from './top_bar.jsx';
import { Tour } from './tour.jsx';
import { UsesDialog } from './uses_dialog.jsx';
import { ViewPane } from './view_pane.jsx';

const PANES = [
  ['files', 'Files', 'open'],
  ['text', 'Write', 'rules'],
  ['view', 'Try', 'play'],
];

export function Studio() {
  if (screen.value === 'waiting')
    return (
      <>
        <p class="waiting">The studio opens…</p>
        <Notices />
      </>
    );
  if (screen.value === 'start')
    return (
      <>
        <StartScreen />
        <Notices />
      </>
    );
  return (
    <div class={`game shows-${pane.value} ${isLarge.value && view.value === 'play' ? 'large' : ''}`}>
      <TopBar />
      <main>
        <FileList />
        <EditorPane />
        <ViewPane />
      </main>
      <nav class="panes" aria-label="Parts of the studio">
        {PANES.map(([name, words, icon]) => (
          <button
            key={name}
            type="button"
            aria-current={pane.value === name ? 'page' : undefined}
            onClick={() => {
              pane.value = name;
            }}
          >
            <Icon name={icon} /> {words}
          </button>
        ))}
      </nav>
      <Tour />
      <NameDialog />
      <RenameDialog />
      <UsesDialog />
      <ShareDialog />
      <History />
      <Notices />
    </div>
  );
}
