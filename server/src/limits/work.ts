/** What requests that are being read, judged and stored may hold at once, in bytes. */
export const WORK_LIMITS = {
  total: 16 * 2 ** 20,
  /** Of one address; a proxy that is not configured makes all visitors one address. */
  perAddress: 8 * 2 ** 20,
  /** What a request weighs besides its body. */
  request: 4 * 2 ** 10,
};

export type WorkLimits = typeof WORK_LIMITS;

/** One request's share; what it held is free again once it is released. */
export interface Work {
  /** Holds so many bytes more, or says that there is no room. */
  take(bytes: number): boolean;
  release(): void;
}

/** Counts what requests in work hold, all together and by address. */
export function createWorkBudget(limits: WorkLimits) {
  const byAddress = new Map<string, number>();
  let total = 0;

  /** Null when there is no room for one more request. */
  function begin(address: string): Work | null {
    let own = 0;
    function add(bytes: number) {
      own += bytes;
      total += bytes;
      const held = (byAddress.get(address) ?? 0) + bytes;
      if (held > 0) byAddress.set(address, held);
      else byAddress.delete(address);
    }
    function take(bytes: number): boolean {
      const held = byAddress.get(address) ?? 0;
      if (total + bytes > limits.total || held + bytes > limits.perAddress) return false;
      add(bytes);
      return true;
    }
    return take(limits.request) ? { take, release: () => add(-own) } : null;
  }

  return { begin };
}

export type WorkBudget = ReturnType<typeof createWorkBudget>;
