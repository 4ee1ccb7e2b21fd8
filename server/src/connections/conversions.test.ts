import { expect, test } from 'vitest';
import { configOf } from '../../../testkit/config-of.ts';
import { readSiteInfo } from '../../../testkit/start-app.ts';
import { judgeGa4, judgeMeta } from './conversions.ts';

const env = { META_CAPI_TOKEN: 'x', META_TEST_EVENT_CODE: 'TEST77', GA4_API_SECRET: 's' };
const tracking = { gtag: 'G-ABC123', pixel: '1', adsConversion: null, consent: 'notice' } as const;
const site = readSiteInfo({ tracking });
const context = { config: configOf(env), env, site, now: 0 };

test('reports nothing about Meta while no site tells its pixel', () => {
  expect(judgeMeta({ ...context, site: null }, null)).toEqual([]);
});

test('tells an error of a service from a service that does not answer', () => {
  const outcome = { result: 'failed', status: 503, response: 'Unavailable' } as const;
  const words = [judgeMeta(context, outcome)[0], judgeGa4(context, outcome)[0]];
  expect(words).toMatchObject([
    { what: 'Meta: respondeu com um erro (503: Unavailable).' },
    { what: 'Google Analytics: a validação respondeu com um erro (503).' },
  ]);
  expect(JSON.stringify(words)).not.toContain('rede');
});

test('says that the server needs an update when Meta has ended the version of its API', () => {
  const error = { code: 2635, message: '(#2635) You are calling a deprecated version.' };
  const outcome = { status: 400, response: JSON.stringify({ error }), result: 'failed' } as const;
  expect(judgeMeta(context, outcome)[0]).toMatchObject({
    what: 'Meta: não atende mais a versão da API que este Funil usa (400: (#2635) You are calling a deprecated version.).',
    remedy: 'Peça a quem cuida do servidor que atualize o Funil.',
  });
});
