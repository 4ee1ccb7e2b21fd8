import { writeFileSync } from 'node:fs';
import { afterAll, expect, test, vi } from 'vitest';
import { startFakeGa4 } from '../../testkit/fake-ga4.ts';
import { startFakeMeta } from '../../testkit/fake-meta.ts';
import { makeSiteFacts } from '../../testkit/start-app.ts';
import { startPostgres } from '../../testkit/start-postgres.ts';
import { startReceiver } from '../../testkit/start-receiver.ts';
import { examine, openHouse } from './start-doctor.ts';

vi.setConfig({ testTimeout: 90_000 });

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const TRACKING = { gtag: 'G-ABC123', adsConversion: null, pixel: '1234567890' } as const;

async function openHouseWith(tracking: { gtag: string | null; pixel: string | null }) {
  const house = await openHouse('SQLite', postgres);
  const facts = makeSiteFacts({ tracking: { ...TRACKING, ...tracking, consent: 'notice' } });
  writeFileSync(`${house.siteDir}/site.json`, facts);
  return house;
}

const about = (lines: string[]) => lines.filter((line) => /: (Meta|Google Analytics): /.test(line));

test('test events that are taken are told, and that a test code keeps all from counting', async () => {
  await using house = await openHouseWith(TRACKING);
  await using meta = await startFakeMeta({ pixel: '1234567890', token: 'certo' });
  await using google = await startFakeGa4({ stream: 'G-ABC123', secret: 's' });
  const lines = await examine({
    ...house.env,
    ...{ META_CAPI_TOKEN: 'certo', META_API_URL: meta.address, META_TEST_EVENT_CODE: 'TEST77' },
    ...{ GA4_API_SECRET: 's', GA4_API_URL: google.address },
  });
  expect(about(lines)).toEqual([
    'green: Meta: recebeu um evento de teste (TEST77); veja-o em “Testar eventos”, no painel.',
    'yellow: Meta: META_TEST_EVENT_CODE está definida, e enquanto estiver nenhuma conversão conta.',
    'green: Google Analytics: a validação aceita os eventos; o segredo, o Google não confere, nem aqui nem depois.',
  ]);
  expect(meta.tests).toHaveLength(1);
  expect([...meta.counted, ...google.counted]).toEqual([]);
});

test('a wrong token and a silent address are told, and no secret with them', async () => {
  await using house = await openHouseWith(TRACKING);
  await using meta = await startFakeMeta({ pixel: '1234567890', token: 'outro' });
  await using silent = await startReceiver(() => {});
  const start = performance.now();
  const lines = await examine({
    ...house.env,
    ...{ META_CAPI_TOKEN: 'errado-e-secreto', META_API_URL: meta.address },
    ...{ META_TEST_EVENT_CODE: 'TEST77' },
    ...{ GA4_API_SECRET: 'muito-secreto', GA4_API_URL: silent.address },
  });
  expect(performance.now() - start).toBeLessThan(20_000);
  expect(about(lines)).toEqual([
    'red: Meta: não aceita o token, ou ele não é deste pixel (400: Invalid OAuth access token.).',
    'yellow: Meta: META_TEST_EVENT_CODE está definida, e enquanto estiver nenhuma conversão conta.',
    'yellow: Google Analytics: a validação não respondeu (TimeoutError).',
  ]);
  expect(lines.join('\n')).not.toMatch(/secreto/);
});

test('without a test code nobody is asked, and a page without their ids is told', async () => {
  await using house = await openHouseWith({ gtag: 'AW-123456789', pixel: null });
  const lines = await examine({
    ...house.env,
    ...{ META_CAPI_TOKEN: 'x', META_API_URL: 'http://127.0.0.1:9' },
    ...{ GA4_API_SECRET: 's', GA4_API_URL: 'http://127.0.0.1:9' },
  });
  expect(about(lines)).toEqual([
    'yellow: Meta: META_CAPI_TOKEN está definida, mas a página não tem pixel, e nada é enviado.',
    'yellow: Google Analytics: GA4_API_SECRET está definida, mas a página não tem um código G-…, e nada é enviado.',
  ]);
});
