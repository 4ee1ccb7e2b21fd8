import { expect, test } from 'vitest';
import { judgeWebhookAnswer } from './send.ts';

const NOW = Date.parse('2026-03-01T12:00:00.000Z');

const judge = (status: number, headers: Record<string, string> = {}, text = '') =>
  judgeWebhookAnswer({ status, headers, text }, NOW);

test.each([200, 201, 202, 204, 299])('%i is delivered', (status) => {
  expect(judge(status, {}, 'obrigado')).toEqual({
    result: 'delivered',
    status,
    answer: 'obrigado',
  });
});

test.each([400, 401, 404, 413, 422, 500, 502])('%i is tried again', (status) => {
  expect(judge(status, { 'retry-after': '60' })).toEqual({ result: 'failed', status, answer: '' });
});

test('410 wants no more of anything', () => {
  expect(judge(410)).toEqual({ result: 'gone', status: 410, answer: '' });
});

test.each([301, 302, 303, 307, 308])('%i is not followed, and says where it leads', (status) => {
  expect(judge(status, { location: 'https://outro.com/x' })).toMatchObject({
    result: 'failed',
    status,
    answer: expect.stringContaining('Redireciona para https://outro.com/x'),
  });
});

test.each([
  [429, '30', 30_000],
  [503, ' 120 ', 120_000],
  [429, 'Sun, 01 Mar 2026 12:05:00 GMT', 300_000],
  // In the past: at once.
  [503, 'Sun, 01 Mar 2026 11:00:00 GMT', 0],
])('%i with Retry-After “%s” rests %i ms', (status, wanted, rest) => {
  expect(judge(status, { 'retry-after': wanted })).toMatchObject({ retryAfter: rest });
});

test.each([['amanhã'], ['-5'], [''], ['soon GMT']])(
  'a Retry-After of “%s” says nothing',
  (wanted) => {
    expect(judge(503, { 'retry-after': wanted })).not.toHaveProperty('retryAfter');
  },
);

test('an answer is kept as a database holds text', () => {
  expect(judge(500, {}, 'a\0b\ud800c').answer).toBe('ab\ufffdc');
});
