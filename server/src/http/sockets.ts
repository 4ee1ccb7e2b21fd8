import { type IncomingMessage, type RequestListener, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { addressGroup } from './address-group.ts';
import type { ByteShare } from './byte-budget.ts';

/** Limits of sockets. A page opens six; mobile carriers put thousands of phones behind one address. */
export const SOCKET_LIMITS = {
  total: 4_000,
  perAddress: 1_000,
  /** Unanswered requests on one socket; browsers and proxies send one. */
  pipelined: 4,
  /** Requests after which a socket is closed. */
  requests: 10_000,
};

export type SocketLimits = typeof SOCKET_LIMITS;

/** A response that carries its request's share of the byte budget. */
export class BudgetedResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  byteShare: ByteShare | null = null;
}

/**
 * Closes a socket without parsing the rest of the received bytes. Node would emit every request among them,
 * possibly thousands, and keep them all until the close; the result 2 stops its parser.
 */
function closeUnparsed(socket: Socket) {
  const { parser } = socket as Socket & { parser?: { onIncoming?: unknown } | null };
  if (parser && typeof parser.onIncoming === 'function') parser.onIncoming = () => 2;
  socket.destroy();
}

/** The state of an open socket. */
interface OpenSocket {
  readonly pending: Set<BudgetedResponse>;
  /** All sockets of the same address, the least recently used first. */
  readonly socketsOfAddress: Set<Socket>;
}

/**
 * Limits sockets and the requests on each. At a limit, the new socket is admitted, and the least recently used socket
 * is closed, an idle one if possible. An address's limit closes a socket of that address; the total limit closes one of
 * the address with most sockets.
 */
export class Sockets {
  readonly #limits: SocketLimits;
  readonly #servesMany: (address: string) => boolean;
  readonly #open = new Map<Socket, OpenSocket>();
  readonly #byAddress = new Map<string, Set<Socket>>();

  /** @param servesMany whether many visitors share an address, such as a proxy's, which then has no limit */
  constructor(limits: SocketLimits, servesMany: (address: string) => boolean) {
    this.#limits = limits;
    this.#servesMany = servesMany;
  }

  limitConnections(server: Server) {
    server.maxRequestsPerSocket = this.#limits.requests;
    server.on('connection', (socket: Socket) => this.#admit(socket));
  }

  /** Wraps a handler, so that a socket with too many unanswered requests is closed. */
  limitRequests(
    handle: RequestListener,
  ): RequestListener<typeof IncomingMessage, typeof BudgetedResponse> {
    return (request, response) => {
      const { socket } = request;
      const openSocket = this.#open.get(socket);
      if (!openSocket || socket.destroyed) return;
      const { pending, socketsOfAddress } = openSocket;
      if (pending.size >= this.#limits.pipelined) {
        closeUnparsed(socket);
        return;
      }
      socketsOfAddress.delete(socket);
      socketsOfAddress.add(socket);
      pending.add(response);
      response.once('close', () => {
        pending.delete(response);
        response.byteShare?.release();
      });
      handle(request, response);
    };
  }

  #admit(socket: Socket) {
    const { remoteAddress } = socket;
    // The client has disconnected already.
    if (remoteAddress === undefined) {
      socket.destroy();
      return;
    }
    const group = addressGroup(remoteAddress);
    const { total, perAddress } = this.#limits;
    const socketsOfAddress = this.#byAddress.get(group) ?? new Set();
    if (socketsOfAddress.size >= perAddress && !this.#servesMany(remoteAddress))
      this.#closeOne(socketsOfAddress);
    if (this.#open.size >= total) this.#closeOne(this.#largestAddress());
    this.#byAddress.set(group, socketsOfAddress.add(socket));
    const pending = new Set<BudgetedResponse>();
    this.#open.set(socket, { pending, socketsOfAddress });
    socket.once('close', () => {
      this.#forget(socket);
      if (socketsOfAddress.size === 0 && this.#byAddress.get(group) === socketsOfAddress) {
        this.#byAddress.delete(group);
      }
      // Node 20 does not emit 'close' on responses queued behind another one.
      for (const response of pending) response.byteShare?.release();
    });
  }

  /** Closes the first idle socket; if all are in use, the least recently used one. */
  #closeOne(sockets: ReadonlySet<Socket>) {
    const isIdle = (socket: Socket) => this.#open.get(socket)?.pending.size === 0;
    const [oldest] = sockets;
    const socketToClose = [...sockets].find(isIdle) ?? oldest;
    if (!socketToClose) return;
    this.#forget(socketToClose);
    socketToClose.destroy();
  }

  #largestAddress(): ReadonlySet<Socket> {
    let largestSet: ReadonlySet<Socket> = new Set();
    for (const sockets of this.#byAddress.values()) {
      if (sockets.size > largestSet.size) largestSet = sockets;
    }
    return largestSet;
  }

  #forget(socket: Socket) {
    this.#open.get(socket)?.socketsOfAddress.delete(socket);
    this.#open.delete(socket);
  }

  /** Closes sockets without an unanswered request, also those that never sent one. */
  closeIdle() {
    for (const [socket, { pending }] of this.#open) if (pending.size === 0) socket.destroy();
  }
}
