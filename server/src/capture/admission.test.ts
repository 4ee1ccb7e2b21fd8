import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { addProxyWatch, addRateLimit } from './admission.ts';

test('refuses no request when the counter does not answer', async () => {
  await using app = Fastify({ trustProxy: true });
  const count = () => Promise.reject(new Error('the database is down'));
  addRateLimit(app, 1, { count });
  app.get('/', async () => 'stored');
  const headers = { 'x-forwarded-for': '203.0.113.1' };
  expect((await app.inject({ url: '/', headers })).body).toBe('stored');
});

const PROXY_HEADER = { 'x-forwarded-for': '203.0.113.9' };
const EDGE_HEADERS = { 'x-forwarded-for': '198.51.100.20', 'cf-connecting-ip': '203.0.113.9' };

test.each([
  ['no proxy', false, {}, false],
  ['a proxy that is not trusted', false, PROXY_HEADER, true],
  ['a private network', false, { 'x-forwarded-for': '10.0.0.7' }, false],
  ['a trusted proxy behind another', true, EDGE_HEADERS, true],
  ['a trusted proxy', true, { ...EDGE_HEADERS, ...PROXY_HEADER }, false],
])('knows whether visitors are hidden behind %s', async (_case, trustProxy, headers, isHidden) => {
  await using app = Fastify({ trustProxy });
  let isNoted = false;
  addProxyWatch(app, () => {
    isNoted = true;
  });
  app.get('/', async () => '');
  await app.inject({ url: '/', headers: { ...headers } });
  expect(isNoted).toBe(isHidden);
});
