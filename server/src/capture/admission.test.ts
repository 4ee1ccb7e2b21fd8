import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { addRateLimit } from './admission.ts';

test('refuses no request when the counter does not answer', async () => {
  await using app = Fastify({ trustProxy: true });
  const count = () => Promise.reject(new Error('the database is down'));
  addRateLimit(app, 1, { count });
  app.get('/', async () => 'stored');
  const headers = { 'x-forwarded-for': '203.0.113.1' };
  expect((await app.inject({ url: '/', headers })).body).toBe('stored');
});
