// Runs inline in the head, so that no click and no visit's origin is lost, however soon the visitor
// leaves. Every byte here delays the first paint: only what cannot wait for page.ts.
import { afterFirstPaint } from './behaviours/after-first-paint.ts';
import { layOutForAnchors } from './behaviours/anchors.ts';
import { watchDialogButtons } from './behaviours/dialog-openers.ts';
import { keepEarlyClicks } from './behaviours/early-clicks.ts';
import { keepEarlyPresses } from './behaviours/early-presses.ts';
import { runScriptsSetAside } from './behaviours/scripts-after-paint.ts';
import { recordPageLoad } from './visitor/record-journey.ts';
import { readUtms } from './visitor/utm.ts';

readUtms();
recordPageLoad();
keepEarlyClicks();
keepEarlyPresses();
watchDialogButtons();
layOutForAnchors();
afterFirstPaint(() => {
  // The style sheet asks for the faces from now on.
  document.documentElement.setAttribute('data-painted', '');
  runScriptsSetAside();
});
