import { type IncomingMessage, type RequestListener, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { addressGroup } from './address-group.ts';
import type { ByteShare } from './byte-budget.ts';

/** A page opens six. Mobile carriers put thousands of phones behind one address. */
export const SOCKET_LIMITS = {
  total: 4_000,
  perAddress: 1_000,
  /** Unanswered requests on one socket. Browsers and proxies send one. */
  pipelined: 4,
  requests: 10_000,
};

export type SocketLimits = typeof SOCKET_LIMITS;

export class BudgetedResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  byteShare: ByteShare | null = null;
}

/** Node would emit all received requests, possibly thousands. The result 2 stops its parser. */
function closeUnparsed(socket: Socket) {
  const { parser } = socket as Socket & { parser?: { onIncoming?: unknown } | null };
  if (parser && typeof parser.onIncoming === 'function') parser.onIncoming = () => 2;
  socket.destroy();
}

interface OpenSocket {
  readonly unanswered: Set<BudgetedResponse>;
  readonly socketsOfAddress: Set<Socket>;
}

/**
 * At a limit, a new socket is admitted and the least recently used is closed, an idle one if possible. An address's
 * limit closes a socket of that address, the total limit one of the address with most sockets.
 */
export class Sockets {
  readonly #limits: SocketLimits;
  readonly #isSharedAddress: (address: string) => boolean;
  readonly #open = new Map<Socket, OpenSocket>();
  readonly #socketsByAddress = new Map<string, Set<Socket>>();

  /** @param isSharedAddress whether many visitors share an address, such as a proxy's; the address then has no limit */
  constructor(limits: SocketLimits, isSharedAddress: (address: string) => boolean) {
    this.#limits = limits;
    this.#isSharedAddress = isSharedAddress;
  }

  limitConnections(server: Server) {
    server.maxRequestsPerSocket = this.#limits.requests;
    server.on('connection', (socket: Socket) => this.#admit(socket));
  }

  limitRequests(
    handle: RequestListener,
  ): RequestListener<typeof IncomingMessage, typeof BudgetedResponse> {
    return (request, response) => {
      const { socket } = request;
      const openSocket = this.#open.get(socket);
      if (!openSocket || socket.destroyed) return;
      const { unanswered, socketsOfAddress } = openSocket;
      if (unanswered.size >= this.#limits.pipelined) {
        closeUnparsed(socket);
        return;
      }
      socketsOfAddress.delete(socket);
      socketsOfAddress.add(socket);
      unanswered.add(response);
      response.once('close', () => {
        unanswered.delete(response);
        response.byteShare?.release();
      });
      handle(request, response);
    };
  }

  #admit(socket: Socket) {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined) {
      socket.destroy();
      return;
    }
    const network = addressGroup(remoteAddress);
    const { total, perAddress } = this.#limits;
    const socketsOfAddress = this.#socketsByAddress.get(network) ?? new Set();
    if (socketsOfAddress.size >= perAddress && !this.#isSharedAddress(remoteAddress))
      this.#closeOne(socketsOfAddress);
    if (this.#open.size >= total) this.#closeOne(this.#largestAddress());
    this.#socketsByAddress.set(network, socketsOfAddress.add(socket));
    const unanswered = new Set<BudgetedResponse>();
    this.#open.set(socket, { unanswered, socketsOfAddress });
    socket.once('close', () => {
      this.#forget(socket);
      if (socketsOfAddress.size === 0 && this.#socketsByAddress.get(network) === socketsOfAddress) {
        this.#socketsByAddress.delete(network);
      }
      // When a CONNECT ends the socket, Node emits no `close` for the responses that are queued.
      for (const response of unanswered) response.byteShare?.release();
    });
  }

  #closeOne(sockets: ReadonlySet<Socket>) {
    const isIdle = (socket: Socket) => this.#open.get(socket)?.unanswered.size === 0;
    const [oldest] = sockets;
    const socketToClose = [...sockets].find(isIdle) ?? oldest;
    if (!socketToClose) return;
    this.#forget(socketToClose);
    socketToClose.destroy();
  }

  #largestAddress(): ReadonlySet<Socket> {
    let largestSet: ReadonlySet<Socket> = new Set();
    for (const sockets of this.#socketsByAddress.values()) {
      if (sockets.size > largestSet.size) largestSet = sockets;
    }
    return largestSet;
  }

  #forget(socket: Socket) {
    this.#open.get(socket)?.socketsOfAddress.delete(socket);
    this.#open.delete(socket);
  }

  /** Closes sockets that never sent a request, too. */
  closeIdle() {
    for (const [socket, { unanswered }] of this.#open) if (unanswered.size === 0) socket.destroy();
  }
}
