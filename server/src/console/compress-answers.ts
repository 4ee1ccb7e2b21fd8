import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { takesEncoding } from '../site/site-files.ts';

/** Bytes of an answer that are worth it: what fits into one packet is not. */
const LEAST = 1_400;
/** A page of a list is done in a millisecond, and a fifth of its size. */
const QUALITY = 4;
const compress = promisify(brotliCompress);

/**
 * Sends data compressed: lists repeat themselves, and phones are on slow lines. Nobody can guess at it by sizes
 * (BREACH), since no foreign page has anything asked in an operator's name.
 */
export function compressAnswers(app: FastifyInstance) {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < LEAST) return payload;
    reply.header('vary', 'accept-encoding');
    if (!takesEncoding(request.headers['accept-encoding'], 'br')) return payload;
    reply.header('content-encoding', 'br').removeHeader('content-length');
    return compress(payload, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } });
  });
}
