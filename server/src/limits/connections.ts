import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { addressGroup } from './address-group.ts';

/** What connections may use up. A page takes six; carriers put thousands of phones behind an address. */
export const CONNECTION_LIMITS = {
  total: 4_000,
  perAddress: 1_000,
  /** Requests whose answers are not out yet, on one connection: browsers and proxies send one. */
  pipelined: 4,
  /** Requests until a connection is closed politely. */
  requests: 10_000,
};

export type ConnectionLimits = typeof CONNECTION_LIMITS;

/**
 * Closes a connection without looking at what else has arrived on it. Node hands on every request
 * of a read, thousands, and holds them all until the close; the answer 2 ends its parsing there.
 */
function cutOff(socket: Socket) {
  const { parser } = socket as Socket & { parser?: { onIncoming?: unknown } | null };
  if (parser && typeof parser.onIncoming === 'function') parser.onIncoming = () => 2;
  socket.destroy();
}

interface Open {
  /** Requests whose answers are not out yet. */
  waiting: number;
}

/**
 * Bounds connections and what waits on each. A connection beyond an address's share takes the place
 * of its oldest idle one, else it is closed; a trusted proxy's stand for many visitors.
 */
export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #isProxy: (address: string) => boolean;
  readonly #open = new WeakMap<Socket, Open>();
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

  #admit(socket: Socket) {
    this.#open.set(socket, { waiting: 0 });
    const address = socket.remoteAddress;
    if (address === undefined || this.#isProxy(address)) return;
    const group = addressGroup(address);
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
      if (this.#open.get(socket)?.waiting !== 0) continue;
      sockets.delete(socket);
      socket.destroy();
      return true;
    }
    return false;
  }

  /** Hands requests on; a connection that sends many without waiting for answers is closed. */
  bound(handle: RequestListener): RequestListener {
    return (request: IncomingMessage, response: ServerResponse) => {
      const open = this.#open.get(request.socket);
      if (!open || request.socket.destroyed) return;
      if (open.waiting >= this.#limits.pipelined) {
        cutOff(request.socket);
        return;
      }
      open.waiting += 1;
      response.once('close', () => {
        open.waiting -= 1;
      });
      handle(request, response);
    };
  }
}
