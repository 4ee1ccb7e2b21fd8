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

/** How often, in ms, connections with unread answers are looked at. */
const LOOK = 5_000;

/** An answer that knows what its request holds until it is out, or its connection gone. */
export class Answer<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  work: Work | null = null;
  connectionState: Open | null = null;
}

interface Open {
  /** Answers that are not out yet. */
  readonly answers: Set<Answer>;
  /** Bytes that had left when last looked at, and for how long none has since, in ms. */
  left: number;
  unread: number;
}

function settle(answer: Answer) {
  answer.connectionState?.answers.delete(answer);
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
  readonly #open = new Map<Socket, Open>();
  readonly #byAddress = new Map<string, Set<Socket>>();

  constructor(limits: ConnectionLimits, isProxy: (address: string) => boolean) {
    this.#limits = limits;
    this.#isProxy = isProxy;
  }

  /** @param patience longest time, in ms, that an answer may lie unread */
  watch(server: Server, patience: number) {
    server.maxConnections = this.#limits.total;
    server.maxRequestsPerSocket = this.#limits.requests;
    server.on('connection', (socket: Socket) => this.#admit(socket));
    // A timer for each request, as Node's own limit has it, would cost every lead.
    const pause = Math.min(LOOK, patience / 2);
    const timer = setInterval(() => this.#closeUnread(pause, patience), pause).unref();
    server.once('close', () => clearInterval(timer));
  }

  /** Hands requests on; a connection that sends many without waiting for answers is closed. */
  bound(handle: RequestListener): RequestListener<typeof IncomingMessage, typeof Answer> {
    return (request, answer) => {
      const open = this.#open.get(request.socket);
      if (!open || request.socket.destroyed) return;
      if (open.answers.size >= this.#limits.pipelined) {
        cutOff(request.socket);
        return;
      }
      open.answers.add(answer);
      answer.connectionState = open;
      answer.on('close', settleThis);
      handle(request, answer);
    };
  }

  #admit(socket: Socket) {
    const open: Open = { answers: new Set(), left: 0, unread: 0 };
    this.#open.set(socket, open);
    socket.once('close', () => {
      this.#open.delete(socket);
      // Answers that wait behind another's never hear that their connection is gone.
      for (const answer of open.answers) settle(answer);
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
      if (this.#open.get(socket)?.answers.size !== 0) continue;
      sockets.delete(socket);
      socket.destroy();
      return true;
    }
    return false;
  }

  /** Closes those on which no request is under way, also such as never sent one. */
  closeUnused() {
    for (const [socket, { answers }] of this.#open) if (answers.size === 0) socket.destroy();
  }

  #closeUnread(pause: number, patience: number) {
    for (const [socket, open] of this.#open) {
      const left = socket.bytesWritten - socket.writableLength;
      open.unread = open.answers.size > 0 && left === open.left ? open.unread + pause : 0;
      open.left = left;
      if (open.unread >= patience) socket.destroy();
    }
  }
}
