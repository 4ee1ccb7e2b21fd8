/** Limits, in bytes, of all requests that are being read, checked or stored. */
export const BYTE_LIMITS = {
  total: 16 * 2 ** 20,
  perAddress: 8 * 2 ** 20,
  /** Counted for each request in addition to its body. */
  request: 4 * 2 ** 10,
  /** Largest size of a small request with its body: a lead's body has less than 2 KiB. */
  small: 8 * 2 ** 10,
  /** The part of the total that only small requests may use. */
  reserve: 4 * 2 ** 20,
};

export type ByteLimits = typeof BYTE_LIMITS;

/** The bytes that all requests of one address hold together. */
interface Holder {
  readonly address: string | null;
  bytes: number;
}

/** A request that holds bytes of the budget. */
interface Holding {
  readonly holder: Holder;
  bytes: number;
}

/** A request's share of a budget. */
export interface ByteShare {
  /** Adds bytes to the share; returns false, and adds none, if they exceed a limit. */
  take(bytes: number): boolean;
  /**
   * Lets the budget evict the share while its request waits for the client to send the body, or to read the response.
   */
  startWaiting(onEvicted: () => void): void;
  stopWaiting(): void;
  /** Returns all bytes to the budget. Later takes fail, such as those of a body whose request is already answered. */
  release(): void;
}

/**
 * Counts the bytes that requests hold, in total and by address. When bytes are short, the slowest request that waits
 * for its client is evicted: one of the address at its limit, else one of the address that holds most.
 */
export class ByteBudget {
  readonly #limits: ByteLimits;
  readonly #holders = new Map<string | null, Holder>();
  /** The requests that wait for their clients, the slowest first, with the function that evicts each. */
  readonly #waiting = new Map<Holding, () => void>();
  #total = 0;
  /** The bytes of requests that are not small. */
  #large = 0;

  constructor(limits: ByteLimits) {
    this.#limits = limits;
  }

  /**
   * Returns the share of a new request; null if it exceeds a limit.
   * @param address null: unknown, so that only the limits in total apply
   */
  begin(address: string | null): ByteShare | null {
    const holder = this.#holders.get(address) ?? { address, bytes: 0 };
    const holding: Holding = { holder, bytes: 0 };
    let isReleased = false;
    const share: ByteShare = {
      take: (bytes) => {
        if (isReleased || !this.#makeRoom(holding, bytes)) return false;
        this.#add(holding, bytes);
        return true;
      },
      startWaiting: (onEvicted) => {
        if (isReleased) return;
        this.#waiting.set(holding, () => {
          share.release();
          onEvicted();
        });
      },
      stopWaiting: () => void this.#waiting.delete(holding),
      release: () => {
        isReleased = true;
        this.#waiting.delete(holding);
        this.#add(holding, -holding.bytes);
      },
    };
    return share.take(this.#limits.request) ? share : null;
  }

  /** Evicts requests until more bytes of a request fit; returns whether they fit. */
  #makeRoom(holding: Holding, bytes: number): boolean {
    for (;;) {
      const mayEvict = this.#findEvictable(holding, bytes);
      if (mayEvict === null) return true;
      const evicted = this.#chooseEvicted(mayEvict);
      if (evicted === null) return false;
      this.#waiting.get(evicted)?.();
      if (evicted === holding) return false;
    }
  }

  /** Returns a predicate for requests whose eviction would help; null if the bytes fit without one. */
  #findEvictable(
    { holder, ...held }: Holding,
    bytes: number,
  ): ((other: Holding) => boolean) | null {
    const { total, perAddress, reserve } = this.#limits;
    if (holder.address !== null && holder.bytes + bytes > perAddress)
      return (other) => other.holder === holder;
    const large = this.#largePart(held.bytes + bytes) - this.#largePart(held.bytes);
    if (large > 0 && this.#large + large > total - reserve)
      return (other) => this.#largePart(other.bytes) > 0;
    return this.#total + bytes > total ? () => true : null;
  }

  /** Returns the longest waiting of the evictable requests of the address that holds most. */
  #chooseEvicted(mayEvict: (other: Holding) => boolean): Holding | null {
    let slowest: Holding | null = null;
    for (const holding of this.#waiting.keys()) {
      const isMore = slowest === null || holding.holder.bytes > slowest.holder.bytes;
      if (isMore && mayEvict(holding)) slowest = holding;
    }
    return slowest;
  }

  #largePart(bytes: number): number {
    return bytes > this.#limits.small ? bytes : 0;
  }

  #add(holding: Holding, bytes: number) {
    const { holder } = holding;
    this.#large += this.#largePart(holding.bytes + bytes) - this.#largePart(holding.bytes);
    holding.bytes += bytes;
    holder.bytes += bytes;
    this.#total += bytes;
    if (holder.bytes > 0) this.#holders.set(holder.address, holder);
    else this.#holders.delete(holder.address);
  }
}
