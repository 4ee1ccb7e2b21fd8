/** A result is reused this long, so that frequent requests do not cause a write each. */
const READINESS_LIFETIME_MS = 1_000;

export function createReadiness(probe: () => Promise<boolean>, now = () => performance.now()) {
  let lastProbe: { isReady: boolean; atMs: number } | null = null;
  let runningProbe: Promise<boolean> | null = null;

  async function runProbe(): Promise<boolean> {
    const isReady = await probe();
    lastProbe = { isReady, atMs: now() };
    runningProbe = null;
    return isReady;
  }

  return {
    record(isReady: boolean) {
      lastProbe = { isReady, atMs: now() };
    },
    async isReady(): Promise<boolean> {
      if (lastProbe && now() - lastProbe.atMs < READINESS_LIFETIME_MS) return lastProbe.isReady;
      runningProbe ??= runProbe();
      return runningProbe;
    },
  };
}
