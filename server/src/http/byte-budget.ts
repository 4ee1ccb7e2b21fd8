/** Limits in bytes for requests that are being read, checked or stored. */
export const BYTE_LIMITS = {
  total: 16 * 2 ** 20,
  perAddress: 8 * 2 ** 20,
  /** Counted for each request in addition to its body. */
  requestOverhead: 4 * 2 ** 10,
  /** A request up to this size, body included, is small. A lead's body has less than 2 KiB. */
  maxSmallRequest: 8 * 2 ** 10,
  /** Only small requests may use this part of the total. */
  reserve: 4 * 2 ** 20,
};

type ByteLimits = typeof BYTE_LIMITS;

interface RequestSender {
  readonly address: string | null;
  bytes: number;
}

interface CountedRequest {
  readonly sender: RequestSender;
  bytes: number;
}

export interface ByteShare {
  /** Adds the bytes, and may evict other requests for them. Returns false, without adding, if a limit is exceeded. */
  take(bytes: number): boolean;
  /** The budget may evict the share while its request waits for the client. */
  startWaiting(onEvicted: () => void): void;
  stopWaiting(): void;
  /** Gives the bytes back. Afterwards `take` returns false, as for bytes of a body that arrive after its response. */
  release(): void;
}

/**
 * Counts the bytes that requests hold, in total and by address. When a request would exceed a limit, the budget
 * evicts requests that wait for their clients: at an address's limit only requests of that address, at the limit of
 * large requests only large ones, at the total limit any. Of these, the budget first evicts the one that has waited
 * longest among those of the address that holds most bytes.
 */
export class ByteBudget {
  readonly #limits: ByteLimits;
  readonly #sendersByAddress = new Map<string | null, RequestSender>();
  /** Functions that evict a waiting request, in the order in which the requests began to wait. */
  readonly #evictByRequest = new Map<CountedRequest, () => void>();
  #total = 0;
  #largeBytes = 0;

  constructor(limits: ByteLimits) {
    this.#limits = limits;
  }

  /**
   * Opens the share of a request. Returns null if the request would exceed a limit.
   * @param address null if unknown; then only the total limits apply
   */
  openShare(address: string | null): ByteShare | null {
    const sender = this.#sendersByAddress.get(address) ?? { address, bytes: 0 };
    const request: CountedRequest = { sender, bytes: 0 };
    let isReleased = false;
    const share: ByteShare = {
      take: (bytes) => {
        if (isReleased || !this.#makeRoom(request, bytes)) return false;
        this.#addBytes(request, bytes);
        return true;
      },
      startWaiting: (onEvicted) => {
        if (isReleased) return;
        this.#evictByRequest.set(request, () => {
          share.release();
          onEvicted();
        });
      },
      stopWaiting: () => void this.#evictByRequest.delete(request),
      release: () => {
        isReleased = true;
        this.#evictByRequest.delete(request);
        this.#addBytes(request, -request.bytes);
      },
    };
    return share.take(this.#limits.requestOverhead) ? share : null;
  }

  #makeRoom(request: CountedRequest, bytes: number): boolean {
    for (;;) {
      const mayEvict = this.#findEvictionFilter(request, bytes);
      if (mayEvict === null) return true;
      const evicted = this.#chooseEvicted(mayEvict);
      if (evicted === null) return false;
      this.#evictByRequest.get(evicted)?.();
      if (evicted === request) return false;
    }
  }

  #findEvictionFilter(
    { sender, bytes: heldBytes }: CountedRequest,
    bytes: number,
  ): ((other: CountedRequest) => boolean) | null {
    const { total, perAddress, reserve } = this.#limits;
    if (sender.address !== null && sender.bytes + bytes > perAddress)
      return (other) => other.sender === sender;
    const addedLargeBytes = this.#bytesIfLarge(heldBytes + bytes) - this.#bytesIfLarge(heldBytes);
    if (addedLargeBytes > 0 && this.#largeBytes + addedLargeBytes > total - reserve)
      return (other) => this.#bytesIfLarge(other.bytes) > 0;
    return this.#total + bytes > total ? () => true : null;
  }

  #chooseEvicted(mayEvict: (other: CountedRequest) => boolean): CountedRequest | null {
    let chosen: CountedRequest | null = null;
    for (const request of this.#evictByRequest.keys()) {
      const holdsMore = chosen === null || request.sender.bytes > chosen.sender.bytes;
      if (holdsMore && mayEvict(request)) chosen = request;
    }
    return chosen;
  }

  #bytesIfLarge(bytes: number): number {
    return bytes > this.#limits.maxSmallRequest ? bytes : 0;
  }

  #addBytes(request: CountedRequest, bytes: number) {
    const { sender } = request;
    this.#largeBytes +=
      this.#bytesIfLarge(request.bytes + bytes) - this.#bytesIfLarge(request.bytes);
    request.bytes += bytes;
    sender.bytes += bytes;
    this.#total += bytes;
    if (sender.bytes > 0) this.#sendersByAddress.set(sender.address, sender);
    else this.#sendersByAddress.delete(sender.address);
  }
}
