/** After this time a press no longer waits for a script. */
const PATIENCE_MS = 8_000;

let areLost = false;
const waiting: (() => void)[] = [];

/**
 * Runs when a script cannot be fetched, or is late. What it does must be harmless once scripts have handled the press.
 */
export function whenScriptsAreLost(run: () => void): void {
  if (areLost) run();
  else {
    waiting.push(run);
    setTimeout(run, PATIENCE_MS);
  }
}

/** Lets every press go the way that needs no script. A later attempt may still fetch the script. */
export function reportLostScripts(): void {
  areLost = true;
  document.documentElement.setAttribute('data-plain', '');
  for (const run of waiting.splice(0)) run();
}
