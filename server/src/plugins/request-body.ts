import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressGroup } from '../limits/address-group.ts';
import type { Work, WorkBudget } from '../limits/work.ts';
import { PROBLEMS } from '../problem.ts';
import { sendProblem } from './errors.ts';

const failure = (statusCode: number, code: string, message: string) =>
  Object.assign(new Error(message), { statusCode, code });
const TOO_LARGE = () => failure(413, 'FST_ERR_CTP_BODY_TOO_LARGE', 'The body is too large.');
const NO_ROOM = () => failure(503, 'NO_ROOM', 'Too much is being read already.');
const BROKEN_OFF = () => failure(400, 'FST_ERR_CTP_INVALID_CONTENT_LENGTH', 'The body broke off.');

/** Smallest room a body is given; it doubles as bytes arrive. */
const FIRST_ROOM = 2_048;

/** So many pieces of fewer bytes each, on average, are no browser's: each costs time by itself. */
const CRUMBS = { count: 1_000, bytes: 32 };

interface Body {
  readonly whole: Promise<Buffer>;
  /** Bytes that have arrived. */
  length: number;
}

const bodies = new WeakMap<IncomingMessage, Body>();

/**
 * Reads bodies from their first byte, counting what has arrived: many that wait for their last byte
 * are as much in work as many that are whole. What a request held is free again with its answer.
 */
export function addRequestBody(app: FastifyInstance, budget: WorkBudget) {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    const work = budget.begin(addressGroup(request.ip));
    if (work === null) {
      raw.resume();
      sendProblem(reply, PROBLEMS.unavailable);
      return;
    }
    releaseAfter(reply.raw, raw.socket, work);
    if (hasBody(raw)) bodies.set(raw, collect(raw, request.routeOptions.bodyLimit ?? 0, work));
    done();
  });
}

/** The whole body of a request that {@link addRequestBody} has seen. */
export function readBody(request: FastifyRequest): Promise<Buffer> {
  return bodies.get(request.raw)?.whole ?? Promise.resolve(Buffer.alloc(0));
}

export const bodyLength = (request: FastifyRequest): number => bodies.get(request.raw)?.length ?? 0;

/** An answer that waits behind another's never hears that its connection is gone. */
function releaseAfter(answer: ServerResponse, socket: Socket, work: Work) {
  function release() {
    answer.off('close', release);
    socket.off('close', release);
    work.release();
  }
  answer.on('close', release);
  socket.on('close', release);
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;

/** Copies chunks into one room: kept as they come, a body of single bytes weighs a hundred times as much. */
function collect(raw: IncomingMessage, limit: number, work: Work): Body {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const body: Body = { whole: promise, length: 0 };
  // Where nobody asks for the body, its trouble is nobody's.
  promise.catch(() => undefined);
  let room = Buffer.alloc(0);
  let pieces = 0;

  /** Whether there is room for so many bytes in all. */
  function makeRoom(needed: number): boolean {
    if (needed <= room.length) return true;
    const size = Math.min(Math.max(needed, room.length * 2, FIRST_ROOM), limit);
    if (!work.take(size - room.length)) return false;
    const larger = Buffer.allocUnsafeSlow(size);
    room.copy(larger, 0, 0, body.length);
    room = larger;
    return true;
  }
  function stop() {
    raw.off('data', add).off('end', end).off('error', breakOff).off('close', breakOff);
  }
  function refuse(error: Error) {
    stop();
    room = Buffer.alloc(0);
    raw.on('error', () => {}).resume();
    reject(error);
  }
  function add(chunk: Buffer) {
    const needed = body.length + chunk.length;
    pieces += 1;
    if (pieces > CRUMBS.count && needed < pieces * CRUMBS.bytes) raw.destroy();
    if (needed > limit) return refuse(TOO_LARGE());
    if (!makeRoom(needed)) return refuse(NO_ROOM());
    chunk.copy(room, body.length);
    body.length = needed;
  }
  function end() {
    stop();
    resolve(room.subarray(0, body.length));
  }
  const breakOff = () => refuse(BROKEN_OFF());

  if (Number(raw.headers['content-length']) > limit) refuse(TOO_LARGE());
  else raw.on('data', add).on('end', end).on('error', breakOff).on('close', breakOff);
  return body;
}
