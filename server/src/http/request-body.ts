import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { publicAddressGroup } from './address-group.ts';
import type { ByteBudget, ByteShare } from './byte-budget.ts';
import type { BudgetedResponse } from './sockets.ts';

const toError = (statusCode: number, code: string, message: string) =>
  Object.assign(new Error(message), { statusCode, code });
export const tooLarge = () => toError(413, 'FST_ERR_CTP_BODY_TOO_LARGE', 'The body is too large.');
const budgetError = () => toError(503, 'BUDGET_EXCEEDED', 'Too many bytes are in memory.');
const utf8Error = () => toError(400, 'FST_ERR_CTP_INVALID_JSON_BODY', 'The body is not UTF-8.');
const incompleteError = () =>
  toError(400, 'FST_ERR_CTP_INVALID_CONTENT_LENGTH', 'The body is incomplete.');

const MIN_BUFFER_BYTES = 2_048;

/** After `count` chunks with fewer than `averageBytes` on average, which no browser sends, a client is disconnected. */
const TINY_CHUNKS = { count: 1_000, averageBytes: 32 };

const EMPTY_BODY = Buffer.alloc(0);

declare module 'fastify' {
  interface FastifyRequest {
    incomingBody: IncomingBody | null;
  }
}

/** Counts each request and its body towards the budget until the response was sent. */
export function addRequestBody(app: FastifyInstance, budget: ByteBudget) {
  app.decorateRequest('incomingBody', null);
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    const share = budget.openShare(publicAddressGroup(request.ip));
    if (share === null) {
      raw.resume();
      return done(budgetError());
    }
    (reply.raw as BudgetedResponse).byteShare = share;
    if (hasBody(raw)) {
      request.incomingBody = new IncomingBody(raw, request.routeOptions.bodyLimit ?? 0, share);
    }
    done();
  });
  app.addHook('onSend', ({ raw }, reply, _payload, done) => {
    const { byteShare } = reply.raw as BudgetedResponse;
    byteShare?.startWaiting(() => raw.socket.destroy());
    done();
  });
}

type BodyCallback = (error: Error | null, body: Buffer) => void;

export function readBody({ incomingBody }: FastifyRequest, callback: BodyCallback) {
  if (incomingBody) incomingBody.read(callback);
  else callback(null, EMPTY_BODY);
}

export const bodyLength = ({ incomingBody }: FastifyRequest): number => incomingBody?.length ?? 0;

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;

/**
 * Holds one buffer, because a list of single-byte chunks would use a hundred times the memory. Uses
 * callbacks, because promises are slower and every lead passes here.
 */
class IncomingBody {
  readonly #raw: IncomingMessage;
  readonly #maxBytes: number;
  readonly #share: ByteShare;
  readonly #announcedBytes: number;
  #buffer = EMPTY_BODY;
  #chunkCount = 0;
  #isComplete = false;
  #error: Error | null = null;
  #callback: BodyCallback | null = null;
  length = 0;

  constructor(raw: IncomingMessage, maxBytes: number, share: ByteShare) {
    this.#raw = raw;
    this.#maxBytes = maxBytes;
    this.#share = share;
    this.#announcedBytes = Number(raw.headers['content-length'] ?? 0);
    share.startWaiting(() => this.#finish(budgetError()));
    const abort = () => {
      if (!this.#isComplete) this.#finish(incompleteError());
    };
    raw.on('data', (chunk: Buffer) => this.#add(chunk));
    raw.on('end', () => this.#finish(null));
    raw.on('error', abort).on('close', abort);
    if (this.#announcedBytes > maxBytes) this.#finish(tooLarge());
  }

  read(callback: BodyCallback) {
    if (this.#isComplete) callback(this.#error, this.#buffer);
    else this.#callback = callback;
  }

  #finish(error: Error | null) {
    if (this.#isComplete) return;
    this.#isComplete = true;
    this.#share.stopWaiting();
    this.#error = error;
    this.#buffer = error ? EMPTY_BODY : this.#buffer.subarray(0, this.length);
    this.#callback?.(error, this.#buffer);
  }

  #add(chunk: Buffer) {
    this.#chunkCount += 1;
    const neededBytes = this.length + chunk.length;
    if (
      this.#chunkCount > TINY_CHUNKS.count &&
      neededBytes < this.#chunkCount * TINY_CHUNKS.averageBytes
    )
      this.#raw.destroy();
    // The rest of a refused body is read and dropped.
    if (this.#isComplete) return;
    if (neededBytes > this.#maxBytes) return this.#finish(tooLarge());
    if (!this.#growBuffer(neededBytes)) return this.#finish(budgetError());
    chunk.copy(this.#buffer, this.length);
    this.length = neededBytes;
  }

  #growBuffer(neededBytes: number): boolean {
    const oldBuffer = this.#buffer;
    if (neededBytes <= oldBuffer.length) return true;
    const grownBytes = Math.min(
      Math.max(neededBytes, oldBuffer.length * 2, MIN_BUFFER_BYTES),
      this.#maxBytes,
    );
    const size = neededBytes === this.#announcedBytes ? neededBytes : grownBytes;
    if (!this.#share.take(size - oldBuffer.length)) return false;
    this.#buffer = Buffer.allocUnsafe(size);
    oldBuffer.copy(this.#buffer, 0, 0, this.length);
    return true;
  }
}

/** Otherwise Fastify would read the bodies of requests to missing pages without a budget. */
export function leaveBodiesUnread(app: FastifyInstance) {
  app.removeAllContentTypeParsers();
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (!request.incomingBody && hasBody(request.raw)) reply.header('connection', 'close');
    done();
  });
}

/** A beacon to another origin can only send `text/plain`. */
const JSON_CONTENT_TYPES = ['application/json', 'text/plain'];

/** Parses bodies as JSON, and refuses `__proto__` and `constructor.prototype`. */
export function addJsonBody(app: FastifyInstance) {
  const parseBody = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(JSON_CONTENT_TYPES, (request, _payload, done) => {
    readBody(request, (error, body) => {
      if (error) return done(error);
      if (!isUtf8(body)) return done(utf8Error());
      return parseBody(request, body.toString('utf8'), done);
    });
  });
}
