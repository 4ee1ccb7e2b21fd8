/** Limits for the first visit to the demonstration page. Sizes are brotli bodies in kB of 1024 bytes. */
export const BUDGETS = {
  documentKB: 27,
  /** The uncompressed inline script that picks one of the two versions of an A/B test's text. */
  versionScriptBytes: 400,
  /** Inline scripts; no other script is loaded before the page is idle. */
  scriptsBeforeIdleKB: 6,
  /** The first script that the idle page fetches: tracking, masks and other behaviors without React. */
  pageScriptKB: 9,
  /** All scripts that a page loads before it is touched. */
  scriptsKB: 16,
  /** All scripts once the short form is open. */
  scriptsWithFormKB: 98,
  fontsKB: 60,
  /** All requests of a first load without scrolling. */
  firstLoadKB: 102,
  requests: 18,
  domNodes: 1300,
};
