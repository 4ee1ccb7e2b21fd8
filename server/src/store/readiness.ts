/** For so long, in ms, what was last seen holds: asking often costs no write each time. */
const FRESH = 1_000;

export interface Readiness {
  /** What the last write for a visitor showed. */
  told(isStored: boolean): void;
  /** Whether rows can be stored: as last seen, else by a small write of its own. */
  ask(): Promise<boolean>;
}

/** Knows whether rows can be stored, by trying. */
export function createReadiness(
  probe: () => Promise<boolean>,
  now = () => performance.now(),
): Readiness {
  let seen: { isReady: boolean; at: number } | null = null;
  let probing: Promise<boolean> | null = null;

  async function look(): Promise<boolean> {
    const isReady = await probe();
    seen = { isReady, at: now() };
    probing = null;
    return isReady;
  }

  return {
    told(isReady) {
      seen = { isReady, at: now() };
    },
    async ask() {
      if (seen && now() - seen.at < FRESH) return seen.isReady;
      probing ??= look();
      return probing;
    },
  };
}
