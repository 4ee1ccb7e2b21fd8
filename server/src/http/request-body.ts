import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressGroup } from './address-group.ts';
import type { ByteBudget, ByteShare } from './byte-budget.ts';
import type { BudgetedResponse } from './connections.ts';
import { PROBLEMS, sendProblem } from './problem.ts';

const failure = (statusCode: number, code: string, message: string) =>
  Object.assign(new Error(message), { statusCode, code });
const TOO_LARGE = () => failure(413, 'FST_ERR_CTP_BODY_TOO_LARGE', 'The body is too large.');
const NO_ROOM = () => failure(503, 'NO_ROOM', 'Too much is being read already.');
const NOT_UTF8 = () => failure(400, 'FST_ERR_CTP_INVALID_JSON_BODY', 'The body is not UTF-8.');
const BROKEN_OFF = () => failure(400, 'FST_ERR_CTP_INVALID_CONTENT_LENGTH', 'The body broke off.');

/** Smallest buffer of a body that does not come at once; it doubles as bytes arrive. */
const FIRST_BUFFER_BYTES = 2_048;

/** More chunks than this, with fewer bytes on average, come from no browser; each chunk costs time. */
const CRUMBS = { count: 1_000, bytes: 32 };

const NOTHING = Buffer.alloc(0);

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as far as it has arrived; null without one. */
    arrival: Arrival | null;
  }
}

/**
 * Reads bodies from their first byte and counts their bytes towards a budget, so that unfinished bodies count, too. A request's
 * share is released with its answer.
 */
export function addRequestBody(app: FastifyInstance, budget: ByteBudget) {
  app.decorateRequest('arrival', null);
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    const work = budget.begin(addressGroup(request.ip));
    if (work === null) {
      raw.resume();
      sendProblem(reply, PROBLEMS.unavailable);
      return;
    }
    (reply.raw as BudgetedResponse).work = work;
    if (hasBody(raw)) request.arrival = new Arrival(raw, request.routeOptions.bodyLimit ?? 0, work);
    done();
  });
}

type Hear = (error: Error | null, body: Buffer) => void;

/** Calls back with the complete body of a request. */
export function readBody({ arrival }: FastifyRequest, hear: Hear) {
  if (arrival) arrival.read(hear);
  else hear(null, NOTHING);
}

export const bodyLength = ({ arrival }: FastifyRequest): number => arrival?.length ?? 0;

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;

/**
 * A body in one buffer: a list of single-byte chunks would weigh a hundred times as much. It uses callbacks, not
 * promises, because every lead passes here.
 */
class Arrival {
  readonly #raw: IncomingMessage;
  readonly #limit: number;
  readonly #work: ByteShare;
  readonly #announced: number;
  #bytes = NOTHING;
  #pieces = 0;
  #isOver = false;
  #error: Error | null = null;
  #hear: Hear | null = null;
  /** Bytes that have arrived. */
  length = 0;

  constructor(raw: IncomingMessage, limit: number, work: ByteShare) {
    this.#raw = raw;
    this.#limit = limit;
    this.#work = work;
    this.#announced = Number(raw.headers['content-length'] ?? 0);
    const breakOff = () => {
      if (!this.#isOver) this.#finish(BROKEN_OFF());
    };
    raw.on('data', (chunk: Buffer) => this.#add(chunk));
    raw.on('end', () => this.#finish(null));
    raw.on('error', breakOff).on('close', breakOff);
    if (this.#announced > limit) this.#finish(TOO_LARGE());
  }

  read(hear: Hear) {
    if (this.#isOver) hear(this.#error, this.#bytes);
    else this.#hear = hear;
  }

  #finish(error: Error | null) {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#error = error;
    this.#bytes = error ? NOTHING : this.#bytes.subarray(0, this.length);
    this.#hear?.(error, this.#bytes);
  }

  #add(chunk: Buffer) {
    this.#pieces += 1;
    const needed = this.length + chunk.length;
    if (this.#pieces > CRUMBS.count && needed < this.#pieces * CRUMBS.bytes) this.#raw.destroy();
    // The rest of a refused body is read and dropped.
    if (this.#isOver) return;
    if (needed > this.#limit) return this.#finish(TOO_LARGE());
    if (!this.#makeRoom(needed)) return this.#finish(NO_ROOM());
    chunk.copy(this.#bytes, this.length);
    this.length = needed;
  }

  /** Grows the buffer to so many bytes in all; returns whether the budget allows it. */
  #makeRoom(needed: number): boolean {
    const present = this.#bytes;
    if (needed <= present.length) return true;
    const larger = Math.min(Math.max(needed, present.length * 2, FIRST_BUFFER_BYTES), this.#limit);
    const size = needed === this.#announced ? needed : larger;
    if (!this.#work.take(size - present.length)) return false;
    this.#bytes = Buffer.allocUnsafe(size);
    present.copy(this.#bytes, 0, 0, this.length);
    return true;
  }
}

/**
 * Leaves bodies unread that no route reads: the request is answered and its connection closed. Fastify alone would
 * collect the bodies of missing pages, too, without a budget.
 */
export function leaveBodiesUnread(app: FastifyInstance) {
  app.removeAllContentTypeParsers();
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (!request.arrival && hasBody(request.raw)) reply.header('connection', 'close');
    done();
  });
}

/** Content types whose body is read as JSON: a beacon to another origin may only be text. */
const CONTENT_TYPES = ['application/json', 'text/plain'];

/** Reads JSON bodies and refuses `__proto__` and `constructor.prototype` in them. */
export function addJsonBody(app: FastifyInstance) {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(CONTENT_TYPES, (request, _payload, done) => {
    readBody(request, (error, body) => {
      if (error) return done(error);
      if (!isUtf8(body)) return done(NOT_UTF8());
      return parseJson(request, body.toString('utf8'), done);
    });
  });
}
