import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressGroup } from './address-group.ts';
import type { Answer } from './connections.ts';
import { PROBLEMS, sendProblem } from './problem.ts';
import type { Work, WorkBudget } from './work.ts';

const failure = (statusCode: number, code: string, message: string) =>
  Object.assign(new Error(message), { statusCode, code });
const TOO_LARGE = () => failure(413, 'FST_ERR_CTP_BODY_TOO_LARGE', 'The body is too large.');
const NO_ROOM = () => failure(503, 'NO_ROOM', 'Too much is being read already.');
const BROKEN_OFF = () => failure(400, 'FST_ERR_CTP_INVALID_CONTENT_LENGTH', 'The body broke off.');

/** Smallest room a body is given that does not come at once; it doubles as bytes arrive. */
const FIRST_ROOM = 2_048;

/** So many pieces of fewer bytes each, on average, are no browser's: each costs time by itself. */
const CRUMBS = { count: 1_000, bytes: 32 };

const NOTHING = Buffer.alloc(0);

declare module 'fastify' {
  interface FastifyRequest {
    /** Its body, as far as it has come; null without one. */
    arrival: Arrival | null;
  }
}

/**
 * Reads bodies from their first byte, counting what has arrived: many that wait for their last byte
 * are as much in work as many that are whole. What a request held is free again with its answer.
 */
export function addRequestBody(app: FastifyInstance, budget: WorkBudget) {
  app.decorateRequest('arrival', null);
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    const work = budget.begin(addressGroup(request.ip));
    if (work === null) {
      raw.resume();
      sendProblem(reply, PROBLEMS.unavailable);
      return;
    }
    (reply.raw as Answer).work = work;
    if (hasBody(raw)) request.arrival = new Arrival(raw, request.routeOptions.bodyLimit ?? 0, work);
    done();
  });
}

type Hear = (error: Error | null, body: Buffer) => void;

/** Hands on the whole body of a request, once it is there. */
export function readBody({ arrival }: FastifyRequest, hear: Hear) {
  if (arrival) arrival.read(hear);
  else hear(null, NOTHING);
}

export const bodyLength = ({ arrival }: FastifyRequest): number => arrival?.length ?? 0;

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;

/**
 * A body in one room: kept as its chunks come, one of single bytes weighs a hundred times as much.
 * Callbacks and no promises, since every lead passes here.
 */
class Arrival {
  readonly #raw: IncomingMessage;
  readonly #limit: number;
  readonly #work: Work;
  readonly #announced: number;
  #bytes = NOTHING;
  #pieces = 0;
  #isOver = false;
  #error: Error | null = null;
  #hear: Hear | null = null;
  /** Bytes that have arrived. */
  length = 0;

  constructor(raw: IncomingMessage, limit: number, work: Work) {
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

  /** Whether there is room for so many bytes in all. */
  #makeRoom(needed: number): boolean {
    const present = this.#bytes;
    if (needed <= present.length) return true;
    const larger = Math.min(Math.max(needed, present.length * 2, FIRST_ROOM), this.#limit);
    const size = needed === this.#announced ? needed : larger;
    if (!this.#work.take(size - present.length)) return false;
    this.#bytes = Buffer.allocUnsafe(size);
    present.copy(this.#bytes, 0, 0, this.length);
    return true;
  }
}

/**
 * Leaves bodies unread that no route asks for: the request is answered and its connection closed. Fastify alone would
 * collect the bodies of missing pages, too, without counting them.
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

const NOT_UTF8 = () =>
  Object.assign(new Error('The body is not UTF-8.'), {
    statusCode: 400,
    code: 'FST_ERR_CTP_INVALID_JSON_BODY',
  });

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
