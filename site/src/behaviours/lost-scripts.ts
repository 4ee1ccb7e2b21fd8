/** After this time, a click no longer waits for a script. */
const SCRIPT_TIMEOUT_MS = 8_000;

let areScriptsLost = false;
const waitingFallbacks: (() => void)[] = [];

/**
 * Calls `run` when a script cannot be fetched or is late. Scripts may have handled the click by then, so `run` must
 * check whether anything is left to do.
 */
export function whenScriptsAreLost(run: () => void): void {
  if (areScriptsLost) run();
  else {
    waitingFallbacks.push(run);
    setTimeout(run, SCRIPT_TIMEOUT_MS);
  }
}

/** After a failure, every fallback runs at once, until a script arrives. */
export function recordScriptOutcome(hasFailed: boolean): void {
  areScriptsLost = hasFailed;
  if (areScriptsLost) for (const run of waitingFallbacks.splice(0)) run();
}
