import { expect, test } from 'vitest';
import { configOf } from '../../../testkit/config-of.ts';
import { readSiteInfo } from '../../../testkit/start-app.ts';
import { explainPull } from '../ads/meta/errors.ts';
import { judgeGa4, judgeMeta } from './conversions.ts';

const env = { META_CAPI_TOKEN: 'x', META_TEST_EVENT_CODE: 'TEST77', GA4_API_SECRET: 's' };
const tracking = { gtag: 'G-ABC123', pixel: '1', adsConversion: null, consent: 'notice' } as const;
const site = readSiteInfo({ tracking });
const context = { config: configOf(env), env, site, now: 0 };

const metaError = (code: number, message: string) => JSON.stringify({ error: { code, message } });

test.each([
  [judgeMeta, 503, 'Unavailable', 'yellow: Meta: respondeu com um erro (503: Unavailable).'],
  [
    judgeMeta,
    400,
    metaError(190, 'Invalid OAuth access token.'),
    'red: Meta: não aceita o token, ou ele não é deste pixel (400: Invalid OAuth access token.).',
  ],
  [
    judgeMeta,
    400,
    metaError(80_004, 'There have been too many calls to this ad-account.'),
    'yellow: Meta: respondeu com um erro (400: There have been too many calls to this ad-account.).',
  ],
  [judgeMeta, 429, '', 'yellow: Meta: respondeu com um erro (429).'],
  [judgeMeta, 502, '<html>Bad', 'yellow: Meta: respondeu com um erro (502: uma página da web).'],
  [judgeGa4, 503, '', 'yellow: Google Analytics: a validação respondeu com um erro (503).'],
  [
    judgeGa4,
    null,
    'TimeoutError',
    'yellow: Google Analytics: a validação não respondeu (TimeoutError).',
  ],
])('explains a failed test event: %o, status %s', (judge, status, response, line) => {
  const [finding] = judge(context, { result: 'failed', status, response });
  expect(`${finding?.level}: ${finding?.what}`).toBe(line);
  // Only a service that does not answer may be out of reach.
  expect(finding?.remedy?.includes('rede')).toBe(status === null);
});

test('reports a page without ids, and nothing about Meta while no site tells its pixel', () => {
  expect(judgeMeta({ ...context, site: null }, null)).toEqual([]);
  const untracked = readSiteInfo({ tracking: { ...tracking, gtag: 'AW-123456789', pixel: null } });
  expect(
    [judgeMeta, judgeGa4].map((judge) => judge({ ...context, site: untracked }, null)),
  ).toMatchObject([
    [{ what: expect.stringContaining('a página não tem pixel') }],
    [{ what: expect.stringContaining('a página não tem um código G-…') }],
  ]);
});

test('says that the server needs an update when Meta has ended the version of its API', () => {
  const response = metaError(2635, '(#2635) You are calling a deprecated version.');
  const outcome = { status: 400, response, result: 'failed' } as const;
  expect(judgeMeta(context, outcome)[0]).toMatchObject({
    what: 'Meta: não atende mais a versão da API que este Funil usa (400: (#2635) You are calling a deprecated version.).',
    remedy: 'Peça a quem cuida do servidor que atualize o Funil.',
  });
});

test.each([
  [5, '(#5) Unauthorized source IP address'],
  [415, 'Two factor authentication required.'],
])('names the other causes of a missing permission: %i', (code, message) => {
  const outcome = { status: 400, response: metaError(code, message), result: 'failed' } as const;
  const [finding] = judgeMeta(context, outcome);
  const causes = /endereço de internet deste servidor.*verificação em duas etapas/;
  expect(finding?.remedy).toMatch(causes);
  expect(explainPull('permission').remedy).toMatch(causes);
});
