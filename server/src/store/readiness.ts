/** Within this time the last result holds, so that frequent requests cost no write each. */
const FRESH_MS = 1_000;

/** @param probe writes to the database, and returns whether it could */
export function createReadiness(probe: () => Promise<boolean>, now = () => performance.now()) {
  let last: { isReady: boolean; at: number } | null = null;
  let probing: Promise<boolean> | null = null;

  async function runProbe(): Promise<boolean> {
    const isReady = await probe();
    last = { isReady, at: now() };
    probing = null;
    return isReady;
  }

  return {
    /** Records whether the last write of a capture succeeded. */
    record(isReady: boolean) {
      last = { isReady, at: now() };
    },
    /** Returns whether rows can be stored, by the last result or a new probe. */
    async isReady(): Promise<boolean> {
      if (last && now() - last.at < FRESH_MS) return last.isReady;
      probing ??= runProbe();
      return probing;
    },
  };
}
