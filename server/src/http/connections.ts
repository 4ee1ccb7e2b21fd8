import { type IncomingMessage, type RequestListener, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { addressGroup } from './address-group.ts';
import type { ByteShare } from './byte-budget.ts';

/** Limits of connections. A page opens six; mobile carriers put thousands of phones behind one address. */
export const CONNECTION_LIMITS = {
  total: 4_000,
  perAddress: 1_000,
  /** Unanswered requests on one connection; browsers and proxies send one. */
  pipelined: 4,
  /** Requests after which a connection is closed. */
  requests: 10_000,
};

export type ConnectionLimits = typeof CONNECTION_LIMITS;

/** An answer with its request's share of the byte budget. */
export class BudgetedResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  work: ByteShare | null = null;
}

/**
 * Closes a connection without parsing the rest of what has arrived on it. Node emits every request of one
 * read, thousands, and holds them all until the close; the result 2 ends its parsing there.
 */
function cutOff(socket: Socket) {
  const { parser } = socket as Socket & { parser?: { onIncoming?: unknown } | null };
  if (parser && typeof parser.onIncoming === 'function') parser.onIncoming = () => 2;
  socket.destroy();
}

/**
 * Bounds connections and the requests on each. A connection beyond an address's share replaces the address's oldest idle
 * one, or is closed. Connections of a trusted proxy are not shared out: they serve many visitors.
 */
export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #isProxy: (address: string) => boolean;
  /** The open connections, and the answers on each that are not out yet. */
  readonly #pending = new Map<Socket, Set<BudgetedResponse>>();
  readonly #byAddress = new Map<string, Set<Socket>>();

  constructor(limits: ConnectionLimits, isProxy: (address: string) => boolean) {
    this.#limits = limits;
    this.#isProxy = isProxy;
  }

  watch(server: Server) {
    server.maxConnections = this.#limits.total;
    server.maxRequestsPerSocket = this.#limits.requests;
    server.on('connection', (socket: Socket) => this.#admit(socket));
  }

  /** Wraps a handler, so that a connection with too many unanswered requests is closed. */
  bound(handle: RequestListener): RequestListener<typeof IncomingMessage, typeof BudgetedResponse> {
    return (request, answer) => {
      const pending = this.#pending.get(request.socket);
      if (!pending || request.socket.destroyed) return;
      if (pending.size >= this.#limits.pipelined) {
        cutOff(request.socket);
        return;
      }
      pending.add(answer);
      answer.once('close', () => {
        pending.delete(answer);
        answer.work?.release();
      });
      handle(request, answer);
    };
  }

  #admit(socket: Socket) {
    const pending = new Set<BudgetedResponse>();
    this.#pending.set(socket, pending);
    socket.once('close', () => {
      this.#pending.delete(socket);
      // Not every Node emits 'close' on answers queued behind another one: 24.21 does, 20 does not.
      for (const answer of pending) answer.work?.release();
    });
    const address = socket.remoteAddress;
    if (address !== undefined && !this.#isProxy(address))
      this.#share(socket, addressGroup(address));
  }

  #share(socket: Socket, group: string) {
    const sockets = this.#byAddress.get(group) ?? new Set();
    if (sockets.size >= this.#limits.perAddress && !this.#closeIdle(sockets)) {
      socket.destroy();
      return;
    }
    this.#byAddress.set(group, sockets.add(socket));
    socket.once('close', () => {
      sockets.delete(socket);
      if (sockets.size === 0 && this.#byAddress.get(group) === sockets) {
        this.#byAddress.delete(group);
      }
    });
  }

  #closeIdle(sockets: Set<Socket>): boolean {
    for (const socket of sockets) {
      if (this.#pending.get(socket)?.size !== 0) continue;
      sockets.delete(socket);
      socket.destroy();
      return true;
    }
    return false;
  }

  /** Closes connections without a request under way, also those that never sent one. */
  closeUnused() {
    for (const [socket, pending] of this.#pending) if (pending.size === 0) socket.destroy();
  }
}
