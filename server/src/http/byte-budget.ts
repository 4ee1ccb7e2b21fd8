/** Bytes that requests may hold together while they are read, checked and stored. */
export const BYTE_LIMITS = {
  total: 16 * 2 ** 20,
  /** Per address; behind a proxy that is not configured, all visitors have one address. */
  perAddress: 8 * 2 ** 20,
  /** What a request weighs besides its body. */
  request: 4 * 2 ** 10,
};

export type ByteLimits = typeof BYTE_LIMITS;

/** One request's share of a budget. */
export interface ByteShare {
  /** Takes so many more bytes; returns false if they exceed a limit. */
  take(bytes: number): boolean;
  /** Returns the bytes to the budget; later takes, as after an early answer, fail. */
  release(): void;
}

/** Counts the bytes that requests hold, in total and by address. */
export class ByteBudget {
  readonly #limits: ByteLimits;
  readonly #byAddress = new Map<string, number>();
  #total = 0;

  constructor(limits: ByteLimits) {
    this.#limits = limits;
  }

  /** Returns the share of a new request; null if it exceeds a limit. */
  begin(address: string): ByteShare | null {
    let held = 0;
    let isOver = false;
    const work: ByteShare = {
      take: (bytes) => {
        if (isOver || !this.#add(address, bytes)) return false;
        held += bytes;
        return true;
      },
      release: () => {
        isOver = true;
        this.#add(address, -held);
        held = 0;
      },
    };
    return work.take(this.#limits.request) ? work : null;
  }

  #add(address: string, bytes: number): boolean {
    const held = (this.#byAddress.get(address) ?? 0) + bytes;
    const { total, perAddress } = this.#limits;
    if (bytes > 0 && (this.#total + bytes > total || held > perAddress)) return false;
    this.#total += bytes;
    if (held > 0) this.#byAddress.set(address, held);
    else this.#byAddress.delete(address);
    return true;
  }
}
