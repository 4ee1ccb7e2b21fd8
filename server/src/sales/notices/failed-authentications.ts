const FAILED_AUTHENTICATION_LIMITS = {
  /** Enough for a hundred notices, which may fail one after another when a secret was changed. */
  burstBytes: 2 * 2 ** 20,
  /** Enough for forty more notices a second, so that a corrected secret works soon. */
  bytesPerSecond: 512 * 2 ** 10,
  /** Counted for each notice in addition to its body. */
  noticeBytes: 8 * 2 ** 10,
  maxAddresses: 10_000,
};

/**
 * Counts the bytes of unauthenticated notices by address. Large bodies of a flood are refused
 * unread, while a small signed notice from the same address still passes.
 */
export class FailedAuthentications {
  readonly #levels = new Map<string, { readonly bytes: number; readonly at: number }>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Counts a notice as failed until {@link forgive}. Returns false if the address is over its limit. */
  admit(address: string, bytes: number): boolean {
    const { burstBytes, noticeBytes, maxAddresses } = FAILED_AUTHENTICATION_LIMITS;
    const level = this.#levelOf(address) + bytes + noticeBytes;
    if (level > burstBytes) return false;
    // Inserted last, so that the first entry is the oldest.
    this.#levels.delete(address);
    this.#levels.set(address, { bytes: level, at: this.#now() });
    const [oldest] = this.#levels.keys();
    if (this.#levels.size > maxAddresses && oldest !== undefined) this.#levels.delete(oldest);
    return true;
  }

  forgive(address: string, bytes: number) {
    const level = this.#levelOf(address) - bytes - FAILED_AUTHENTICATION_LIMITS.noticeBytes;
    if (level > 0) this.#levels.set(address, { bytes: level, at: this.#now() });
    else this.#levels.delete(address);
  }

  #levelOf(address: string): number {
    const level = this.#levels.get(address);
    if (level === undefined) return 0;
    const seconds = (this.#now() - level.at) / 1_000;
    return Math.max(0, level.bytes - seconds * FAILED_AUTHENTICATION_LIMITS.bytesPerSecond);
  }
}
