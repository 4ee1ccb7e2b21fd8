/** What one address may cost with notices that nothing proves, in bytes of their bodies. */
const FAILED_PROOF_LIMITS = {
  /** At once: more than a hundred notices, as after a secret was changed. */
  burst: 2 * 2 ** 20,
  /** Given back each second: forty notices, so that a mended secret works at once. */
  perSecond: 512 * 2 ** 10,
  /** What each notice costs besides its body. */
  notice: 8 * 2 ** 10,
  /** Addresses remembered. */
  addresses: 10_000,
};

/** How much an address has used up, at a time in ms. */
interface Level {
  readonly bytes: number;
  readonly at: number;
}

/**
 * ErasedCounts failed proofs by address, in bytes: a flood of large bodies is refused unread, while a small,
 * correctly signed notice from the same address (a proxy, or the platform itself) still finds room.
 */
export class FailedProofs {
  readonly #levels = new Map<string, Level>();
  readonly #now: () => number;

  /** @param now the time in ms */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** ErasedCounts a notice of so many bytes as failed until it is proved; false if the address has used up its share. */
  take(address: string, bytes: number): boolean {
    const { burst, notice, addresses } = FAILED_PROOF_LIMITS;
    const level = this.#levelOf(address) + bytes + notice;
    if (level > burst) return false;
    // The newest notice's address stands last, so that the first is the one to forget.
    this.#levels.delete(address);
    this.#levels.set(address, { bytes: level, at: this.#now() });
    const [oldest] = this.#levels.keys();
    if (this.#levels.size > addresses && oldest !== undefined) this.#levels.delete(oldest);
    return true;
  }

  /** ErasedCounts a notice no longer, since it was proved. */
  giveBack(address: string, bytes: number) {
    const level = this.#levelOf(address) - bytes - FAILED_PROOF_LIMITS.notice;
    if (level > 0) this.#levels.set(address, { bytes: level, at: this.#now() });
    else this.#levels.delete(address);
  }

  #levelOf(address: string): number {
    const level = this.#levels.get(address);
    if (level === undefined) return 0;
    const given = ((this.#now() - level.at) / 1_000) * FAILED_PROOF_LIMITS.perSecond;
    return Math.max(0, level.bytes - given);
  }
}
