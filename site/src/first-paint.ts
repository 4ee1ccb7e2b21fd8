// Runs inline in the head, so that no click is lost from the first paint on. Every byte here
// delays that paint: only what cannot wait for page.ts.
import { afterFirstPaint } from './behaviours/after-first-paint.ts';
import { layOutForAnchors } from './behaviours/anchors.ts';
import { watchDialogButtons } from './behaviours/dialog-openers.ts';
import { keepEarlyClicks } from './behaviours/early-clicks.ts';
import { runScriptsSetAside } from './behaviours/scripts-after-paint.ts';

keepEarlyClicks();
watchDialogButtons();
layOutForAnchors();
afterFirstPaint(() => {
  // The style sheet asks for the faces from now on.
  document.documentElement.setAttribute('data-painted', '');
  runScriptsSetAside();
});
