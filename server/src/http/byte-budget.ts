/** Limits, in bytes, of all requests that are being read, checked or stored. */
export const BYTE_LIMITS = {
  total: 16 * 2 ** 20,
  /** Behind a proxy that is not configured, all visitors have one address. */
  perAddress: 8 * 2 ** 20,
  /** Counted for each request besides its body. */
  request: 4 * 2 ** 10,
};

export type ByteLimits = typeof BYTE_LIMITS;

/** One request's share of a budget. */
export interface ByteShare {
  /** Adds bytes to the share; returns false, and adds none, if they exceed a limit. */
  take(bytes: number): boolean;
  /** Returns all bytes to the budget. Later takes fail, such as those of a body whose request is already answered. */
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
    let taken = 0;
    let isReleased = false;
    const share: ByteShare = {
      take: (bytes) => {
        if (isReleased || !this.#add(address, bytes)) return false;
        taken += bytes;
        return true;
      },
      release: () => {
        isReleased = true;
        this.#add(address, -taken);
        taken = 0;
      },
    };
    return share.take(this.#limits.request) ? share : null;
  }

  #add(address: string, bytes: number): boolean {
    const ofAddress = (this.#byAddress.get(address) ?? 0) + bytes;
    const { total, perAddress } = this.#limits;
    if (bytes > 0 && (this.#total + bytes > total || ofAddress > perAddress)) return false;
    this.#total += bytes;
    if (ofAddress > 0) this.#byAddress.set(address, ofAddress);
    else this.#byAddress.delete(address);
    return true;
  }
}
