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

/** A response that carries its request's share of the byte budget. */
export class BudgetedResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  byteShare: ByteShare | null = null;
}

/**
 * Closes a connection without parsing the rest of the received bytes. Node would emit every request among them,
 * possibly thousands, and keep them all until the close; the result 2 stops its parser.
 */
function closeUnparsed(socket: Socket) {
  const { parser } = socket as Socket & { parser?: { onIncoming?: unknown } | null };
  if (parser && typeof parser.onIncoming === 'function') parser.onIncoming = () => 2;
  socket.destroy();
}

/**
 * Limits connections and the requests on each. A connection beyond an address's limit replaces the address's oldest idle
 * one, or is closed. Connections of a trusted proxy have no limit by address, because they serve many visitors.
 */
export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #isProxy: (address: string) => boolean;
  /** The open connections with their unfinished responses. */
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
    return (request, response) => {
      const pending = this.#pending.get(request.socket);
      if (!pending || request.socket.destroyed) return;
      if (pending.size >= this.#limits.pipelined) {
        closeUnparsed(request.socket);
        return;
      }
      pending.add(response);
      response.once('close', () => {
        pending.delete(response);
        response.byteShare?.release();
      });
      handle(request, response);
    };
  }

  #admit(socket: Socket) {
    const pending = new Set<BudgetedResponse>();
    this.#pending.set(socket, pending);
    socket.once('close', () => {
      this.#pending.delete(socket);
      // Node 20 does not emit 'close' on responses queued behind another one.
      for (const response of pending) response.byteShare?.release();
    });
    const address = socket.remoteAddress;
    if (address !== undefined && !this.#isProxy(address))
      this.#limitAddress(socket, addressGroup(address));
  }

  #limitAddress(socket: Socket, group: string) {
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

  /** Closes connections without an unanswered request. */
  closeUnused() {
    for (const [socket, pending] of this.#pending) if (pending.size === 0) socket.destroy();
  }
}
