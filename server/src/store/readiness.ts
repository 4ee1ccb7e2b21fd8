/** Frequent requests must not cause a write each. */
const READINESS_LIFETIME_MS = 1_000;

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
    record(isReady: boolean) {
      lastResult = { isReady, at: now() };
    },
    async isReady(): Promise<boolean> {
      if (lastResult && now() - lastResult.at < READINESS_LIFETIME_MS) return lastResult.isReady;
      probing ??= runProbe();
      return probing;
    },
  };
}
