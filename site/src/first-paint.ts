// Inline in the head, so that no click and no visit's origin is lost. Every byte delays the first paint.

import { watchDialogButtons } from './behaviours/dialog-openers.ts';
import { queueEarlyClicks } from './behaviours/early-clicks.ts';
import { recordEarlySubmits } from './behaviours/early-submits.ts';
import { hydrateTouchedForms } from './behaviours/hydrate-islands.ts';
import { importWithRetry } from './behaviours/import-with-retry.ts';
import { recordScriptOutcome } from './behaviours/lost-scripts.ts';
import { afterFirstPaint } from './behaviours/timing.ts';
import { showWebFonts } from './behaviours/web-fonts.ts';
import { readOrStorePlainUtms } from './visitor/utm.ts';

/** Lays out the entire page before a jump to an anchor, which needs real heights (style/offscreen.css). */
function layOutForAnchors(): void {
  const layOut = () => document.documentElement.setAttribute('data-whole', '');
  if (window.location.hash !== '') layOut();
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a[href^="#"]:not([role])')) layOut();
  });
}

/** Runs the scripts that the build deferred (build/tidy-html.ts), once the document is parsed. */
function runDeferredScripts(): void {
  const run = () => {
    for (const { dataset } of document.querySelectorAll<HTMLScriptElement>('script[data-src]')) {
      void importWithRetry(dataset.src ?? '', recordScriptOutcome);
    }
  };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', run);
  else run();
}

window.funilImport = importWithRetry;
queueEarlyClicks();
recordEarlySubmits(readOrStorePlainUtms);
watchDialogButtons();
hydrateTouchedForms();
layOutForAnchors();
afterFirstPaint(() => {
  // Storing the origin waits for the paint, because a slow phone's first access to its storage takes 30 ms.
  readOrStorePlainUtms();
  runDeferredScripts();
  void showWebFonts();
});
