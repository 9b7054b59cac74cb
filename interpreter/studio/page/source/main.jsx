// The studio: people's games, their rules and what they come to, on one page.
import './style/tokens.css';
import './style/layout.css';
import './style/editor.css';
import './style/views.css';
import './style/start.css';
import { render } from 'preact';
import { Studio } from './panes/studio.jsx';
import { openStudio } from './game/opening.js';
import { attempt } from './game/notices.js';

const root = document.getElementById('studio');
root.textContent = '';
render(<Studio />, root);
attempt(openStudio);
