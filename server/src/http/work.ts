/** What requests that are being read, judged and stored may hold at once, in bytes. */
export const WORK_LIMITS = {
  total: 16 * 2 ** 20,
  /** Of one address; a proxy that is not configured makes all visitors one address. */
  perAddress: 8 * 2 ** 20,
  /** What a request weighs besides its body. */
  request: 4 * 2 ** 10,
};

export type WorkLimits = typeof WORK_LIMITS;

/** Counts what requests in work hold, all together and by address. */
export class WorkBudget {
  readonly #limits: WorkLimits;
  readonly #byAddress = new Map<string, number>();
  #total = 0;

  constructor(limits: WorkLimits) {
    this.#limits = limits;
  }

  /** Null when there is no room for one more request. */
  begin(address: string): Work | null {
    const work = new Work(this, address);
    return work.take(this.#limits.request) ? work : null;
  }

  hasRoom(address: string, bytes: number): boolean {
    const held = this.#byAddress.get(address) ?? 0;
    return this.#total + bytes <= this.#limits.total && held + bytes <= this.#limits.perAddress;
  }

  add(address: string, bytes: number) {
    this.#total += bytes;
    const held = (this.#byAddress.get(address) ?? 0) + bytes;
    if (held > 0) this.#byAddress.set(address, held);
    else this.#byAddress.delete(address);
  }
}

/** One request's share of a budget. */
export class Work {
  readonly #budget: WorkBudget;
  readonly #address: string;
  #held = 0;
  #isOver = false;

  constructor(budget: WorkBudget, address: string) {
    this.#budget = budget;
    this.#address = address;
  }

  /** Holds so many bytes more, or says that there is no room. */
  take(bytes: number): boolean {
    if (this.#isOver || !this.#budget.hasRoom(this.#address, bytes)) return false;
    this.#held += bytes;
    this.#budget.add(this.#address, bytes);
    return true;
  }

  /** What it held is free again, and what comes late, as after an early answer, has no room. */
  release() {
    this.#isOver = true;
    this.#budget.add(this.#address, -this.#held);
    this.#held = 0;
  }
}
