// Runs inline in the head, so that no click and no visit's origin is lost, however soon the visitor
// leaves. Every byte here delays the first paint: only what cannot wait for page.ts.

import { watchDialogButtons } from './behaviours/dialog-openers.ts';
import { queueEarlyClicks } from './behaviours/early-clicks.ts';
import { recordEarlySubmits } from './behaviours/early-submits.ts';
import { loadWithRetry } from './behaviours/load-with-retry.ts';
import { afterFirstPaint } from './behaviours/timing.ts';
import { recordPageLoad } from './visitor/record-journey.ts';
import { readUtms } from './visitor/utm.ts';

const ANCHOR = 'a[href^="#"]';

/**
 * Has the whole page laid out (style/offscreen.css) before the browser looks for an anchor: the way
 * there would else be measured in usual heights rather than true ones.
 */
function layOutForAnchors(): void {
  const layOut = () => document.documentElement.setAttribute('data-whole', '');
  if (window.location.hash !== '') layOut();
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest(ANCHOR)) layOut();
  });
}

const runModule = (src: string) =>
  new Promise<unknown>((onload, onerror) => {
    const script = document.createElement('script');
    document.head.append(Object.assign(script, { type: 'module', onload, onerror, src }));
  });

/**
 * Runs the module scripts that the build set aside (build/tidy-html.ts), the document read. Always by the
 * same address: other modules import them by it, and must not run them twice.
 */
function runScriptsSetAside(): void {
  const run = () => {
    for (const { dataset } of document.querySelectorAll<HTMLScriptElement>('script[data-src]')) {
      void loadWithRetry(() => runModule(dataset.src ?? ''));
    }
  };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', run);
  else run();
}

readUtms();
recordPageLoad();
queueEarlyClicks();
recordEarlySubmits();
watchDialogButtons();
layOutForAnchors();
afterFirstPaint(() => {
  // The style sheet asks for the faces from now on.
  document.documentElement.setAttribute('data-painted', '');
  runScriptsSetAside();
});
