/**
 * What a first visit may cost, on the demonstration page: tests fail above these. Raised only in a
 * commit of its own. Sizes in kB (1024 bytes, as Lighthouse counts) of brotli bodies, without
 * headers.
 */
export const BUDGETS = {
  /** The document, its CSS inside. */
  documentKB: 28,
  /** Scripts before the page is idle: the inline ones, which the document contains. */
  scriptsBeforeIdleKB: 6,
  /** Tracker, masks and the other behaviours without React, fetched first once it is idle. */
  pageScriptKB: 9,
  /** All scripts without an interaction. */
  scriptsKB: 95,
  fontsKB: 60,
  /** Everything a first load fetches without scrolling. */
  firstLoadKB: 180,
  requests: 30,
  domNodes: 1300,
};
