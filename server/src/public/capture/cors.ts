import cors from '@fastify/cors';
import { API_KEY_HEADER, IDEMPOTENCY_KEY_HEADER, SUSPECT_HEADER } from '@funil/contract/protocol';
import type { FastifyInstance } from 'fastify';

/** Lets pages of other origins capture; with none configured, browsers keep them out. */
export async function addCors(app: FastifyInstance, origins: readonly string[]) {
  if (origins.length === 0) return;
  await app.register(cors, {
    origin: [...origins],
    methods: ['POST'],
    allowedHeaders: [
      API_KEY_HEADER,
      'authorization',
      'content-profile',
      'content-type',
      IDEMPOTENCY_KEY_HEADER,
      'prefer',
      'x-client-info',
      SUSPECT_HEADER,
    ],
    maxAge: 86_400,
    strictPreflight: false,
  });
}
