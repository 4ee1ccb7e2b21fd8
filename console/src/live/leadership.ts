const LOCK = 'funil-console-live';

export interface Leadership {
  /** Takes over from a leader that does not answer. */
  seize(): void;
}

/**
 * Has one tab of this browser lead at a time: when it ends, however it ends, the next one does. Without Web
 * Locks, as on a plain HTTP address, every tab leads for itself.
 * @param lead does what the leader does, until its signal is aborted
 * @param end ends both leading and waiting for it
 */
export function takeTurns(
  lead: (signal: AbortSignal) => Promise<void>,
  end: AbortSignal,
): Leadership {
  let waiting = new AbortController();
  let isSeizing = false;

  async function leadOnce(): Promise<void> {
    const lost = new AbortController();
    const run = () => lead(AbortSignal.any([end, lost.signal]));
    if (!navigator.locks) return run();
    waiting = new AbortController();
    const options = isSeizing
      ? { steal: true }
      : { signal: AbortSignal.any([end, waiting.signal]) };
    isSeizing = false;
    try {
      await navigator.locks.request(LOCK, options, run);
    } catch {
      // It was taken over, or is no longer waited for.
    }
    lost.abort();
  }

  async function run(): Promise<void> {
    while (!end.aborted) await leadOnce();
  }

  void run();
  return {
    seize() {
      isSeizing = true;
      waiting.abort();
    },
  };
}
