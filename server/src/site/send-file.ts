import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding, type SiteFile } from './site-files.ts';

/** Sends a file in the smallest encoding that the client takes, or says that he has it already. */
export function sendFile(request: FastifyRequest, reply: FastifyReply, file: SiteFile) {
  const encoding = chooseEncoding(file, request.headers['accept-encoding']);
  const etag = `"${file.etag}-${encoding}"`;
  reply.headers({ 'cache-control': file.cacheControl, etag, vary: 'accept-encoding' });
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  reply.type(file.contentType);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(file.bodies[encoding]);
}
