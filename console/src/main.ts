import '@funil/brand/tokens.css';
import './style/colours.css';
import './style/base.css';
import './style/buttons.css';
import './style/fields.css';
import './style/marks.css';
import './style/view.css';
import { askEarly } from './early/ask-early.ts';
import { fetchView } from './early/views.ts';
import { startTheme } from './shell/theme.ts';

// The way to the first view is as long as its longest part: questions, frame and view go at the same time.
startTheme();
const session = askEarly(window.location);
fetchView(window.location);
// Not awaited here: the frame imports from this file, and would wait for it.
void Promise.all([import('./start.tsx'), session]).then(([{ start }, kept]) => start(kept));
