import { type IncomingMessage, type RequestListener, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { addressGroup } from './address-group.ts';
import type { Work } from './work.ts';

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

/** An answer that knows what its request holds until it is out, or its connection gone. */
export class Answer<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  work: Work | null = null;
  /** The answers that are not out yet on its connection. */
  pending: Set<Answer> | null = null;
}

function settle(answer: Answer) {
  answer.pending?.delete(answer);
  answer.work?.release();
}

/** One function for all answers. */
function settleThis(this: Answer) {
  settle(this);
}

/**
 * Closes a connection without looking at what else has arrived on it. Node hands on every request
 * of a read, thousands, and holds them all until the close; the answer 2 ends its parsing there.
 */
function cutOff(socket: Socket) {
  const { parser } = socket as Socket & { parser?: { onIncoming?: unknown } | null };
  if (parser && typeof parser.onIncoming === 'function') parser.onIncoming = () => 2;
  socket.destroy();
}

/**
 * Bounds connections and what waits on each. A connection beyond an address's share takes the place
 * of its oldest idle one, else it is closed; a trusted proxy's stand for many visitors.
 */
export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #isProxy: (address: string) => boolean;
  /** The open connections, and the answers on each that are not out yet. */
  readonly #pending = new Map<Socket, Set<Answer>>();
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

  /** Hands requests on; a connection that sends many without waiting for answers is closed. */
  bound(handle: RequestListener): RequestListener<typeof IncomingMessage, typeof Answer> {
    return (request, answer) => {
      const pending = this.#pending.get(request.socket);
      if (!pending || request.socket.destroyed) return;
      if (pending.size >= this.#limits.pipelined) {
        cutOff(request.socket);
        return;
      }
      pending.add(answer);
      answer.pending = pending;
      answer.on('close', settleThis);
      handle(request, answer);
    };
  }

  #admit(socket: Socket) {
    const pending = new Set<Answer>();
    this.#pending.set(socket, pending);
    socket.once('close', () => {
      this.#pending.delete(socket);
      // Answers that wait behind another's never hear that their connection is gone.
      for (const answer of pending) settle(answer);
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
