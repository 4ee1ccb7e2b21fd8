/** Time for which the last result holds, so that frequent requests do not cause a write each. */
const READINESS_LIFETIME_MS = 1_000;

/** @param probe writes to the database, and returns whether the write succeeded */
export function createReadiness(probe: () => Promise<boolean>, now = () => performance.now()) {
  let lastResult: { isReady: boolean; at: number } | null = null;
  let probing: Promise<boolean> | null = null;

  async function runProbe(): Promise<boolean> {
    const isReady = await probe();
    lastResult = { isReady, at: now() };
    probing = null;
    return isReady;
  }

  return {
    /** Records whether the last write of a capture succeeded. */
    record(isReady: boolean) {
      lastResult = { isReady, at: now() };
    },
    /** Returns whether rows can be stored, by the last result or a new probe. */
    async isReady(): Promise<boolean> {
      if (lastResult && now() - lastResult.at < READINESS_LIFETIME_MS) return lastResult.isReady;
      probing ??= runProbe();
      return probing;
    },
  };
}
