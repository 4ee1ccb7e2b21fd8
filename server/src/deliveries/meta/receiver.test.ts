import { expect, test } from 'vitest';
import { judgeMetaResponse } from './receiver.ts';

const judgeAnswer = (
  status: number,
  error: object | null = null,
  retryAfterMs: number | null = null,
) =>
  judgeMetaResponse({
    status,
    text: JSON.stringify(error ? { error } : { events_received: 1 }),
    retryAfterMs,
  });

test('judges a received event as delivered', () => {
  expect(judgeAnswer(200)).toMatchObject({ result: 'delivered', status: 200 });
});

test.each([{ events_received: 0 }, {}, '<html>'])(
  'retries after status 200 with %j, because Meta received no event',
  (body) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    expect(judgeMetaResponse({ status: 200, text, retryAfterMs: null })).toMatchObject({
      result: 'failed',
      status: 200,
      response: text,
    });
  },
);

test.each([
  { code: 190, message: 'Error validating access token', type: 'OAuthException' },
  { code: 10, message: 'Application does not have permission' },
  { code: 5, message: '(#5) Unauthorized source IP address' },
  { code: 415, error_subcode: 1_404_120, message: 'Two factor authentication required.' },
  { code: 200, message: 'Permissions error' },
  { code: 100, error_subcode: 33, message: 'Object does not exist' },
  { code: 100, message: 'API calls from the server require an appsecret_proof argument' },
  { code: 100, message: '(#100) Missing Permission' },
  { code: 101, message: 'Error validating application. Invalid application ID.' },
  { code: 2500, message: 'An active access token must be used to query information' },
  { code: 2500, message: 'Unknown path components: /events' },
  { code: 803, message: '(#803) Some of the aliases you requested do not exist: 123' },
  { code: 2635, message: '(#2635) You are calling a deprecated version of the Ads API.' },
])('retries after an error that an operator can remedy: %j', (error) => {
  expect(judgeAnswer(400, error)).toMatchObject({ result: 'failed', status: 400 });
});

test.each([4, 17, 32, 613, 80_004])('retries after a rate limit: code %i', (code) => {
  expect(judgeAnswer(400, { code })).toMatchObject({ result: 'failed', retryAfterMs: 300_000 });
  expect(judgeAnswer(400, { code }, 60_000)).toMatchObject({ retryAfterMs: 60_000 });
});

test.each([429, 500, 502, 503, 301, 408])('retries after status %i', (status) => {
  expect(judgeAnswer(status).result).toBe('failed');
});

test.each([429, 500, 503])('retries after status %i, whatever code the body names', (status) => {
  expect(judgeAnswer(status, { code: 100 }).result).toBe('failed');
});

test.each([1, 2])('retries after an error of Meta: code %i', (code) => {
  expect(judgeAnswer(400, { code })).toMatchObject({ result: 'failed', retryAfterMs: 300_000 });
  const message = 'Please reduce the amount of data';
  expect(judgeAnswer(400, { code, message })).toMatchObject({
    result: 'failed',
    retryAfterMs: 300_000,
  });
});

test('does not retry an event that Meta refuses', () => {
  const error = { code: 100, error_subcode: 2_804_003, message: 'Invalid parameter' };
  expect(judgeAnswer(400, error)).toMatchObject({ result: 'refused', status: 400 });
  expect(judgeMetaResponse({ status: 404, text: '<html>', retryAfterMs: null }).result).toBe(
    'refused',
  );
});
