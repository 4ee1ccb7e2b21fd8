import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { makeEvent, makeLead } from '../../testkit/rows.ts';
import { insert } from '../../testkit/start-app.ts';
import { startPostgres } from '../../testkit/start-postgres.ts';
import { runFile } from '../../testkit/start-process.ts';
import { startConversions } from './start-conversions.ts';
import { notice, SECRETS, send } from './start-sales.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const STORES = ['SQLite', 'PostgreSQL'];
/** On a busy machine a server takes its time. */
const PATIENT = { timeout: 20_000 };
const HOTMART = { HOTMART_HOTTOK: SECRETS.HOTMART_HOTTOK };

/** A lead whose visit Google and Meta know, and its reference as a checkout gives it back. */
async function leaveLead(address: string, context: object | null) {
  const key = randomUUID();
  await insert(address, 'leads', makeLead(), { 'idempotency-key': key });
  const payload = { currency: 'BRL', value: 0 };
  const event = makeEvent({ name: 'generate_lead', payload, lead_ref: key, context });
  await insert(address, 'jornada', event, { 'user-agent': 'Mozilla/5.0' });
  return { key, ref: key.replaceAll('-', '') };
}

const CONTEXT = {
  ...{ consent: 'granted', client_id: '7.8', session_id: '9' },
  ...{ gtag: true, fbq: false, other_form: false },
};

test.each(STORES)('%s: a sale and what comes back of it are told once', async (kind) => {
  await using house = await startConversions(kind, postgres, {
    ...HOTMART,
    PURCHASE_OWNER: 'funil',
  });
  const { address, meta, google } = house;
  const [buyer, refuser] = [await leaveLead(address, CONTEXT), await leaveLead(address, null)];
  await send(address, 'hotmart', notice({ transaction: 'HP1', ref: buyer.ref }));
  await send(address, 'hotmart', notice({ transaction: 'HP2', ref: refuser.ref, phone: '1' }));
  const sold = () =>
    meta.counted.filter(({ name }) => name === 'Purchase').map(({ id, event }) => [id, event]);
  await expect
    .poll(sold, PATIENT)
    .toMatchObject([['HP1', { custom_data: { currency: 'BRL', value: 1497.1 } }]]);

  const back = { event: 'PURCHASE_REFUNDED', noticed: Date.now() + 1_000 };
  await send(address, 'hotmart', notice({ ...back, transaction: 'HP1', ref: buyer.ref }));
  await send(
    address,
    'hotmart',
    notice({ ...back, transaction: 'HP2', ref: refuser.ref, phone: '1' }),
  );
  const told = () => google.counted.map(({ name, params }) => [name, params.transaction_id]);
  await expect.poll(told, PATIENT).toEqual([
    ['purchase', 'HP1'],
    ['refund', 'HP1'],
  ]);
  await expect.poll(house.outcomes, PATIENT).toMatchObject({
    'ga4 sale.paid sale:hotmart:HP2': 'no-visit',
    'ga4 sale.refunded sale:hotmart:HP2': 'never-told',
    'meta sale.paid sale:hotmart:HP2': 'no-visit',
  });
  expect(google.counted[0]).toMatchObject({
    clientId: '7.8',
    params: { session_id: '9', value: 1497.1, currency: 'BRL' },
  });
  expect(sold()).toHaveLength(1);
  expect([...meta.refused, ...google.thrownAway]).toEqual([]);
});

test.each(STORES)('%s: what comes back and is disputed too is taken back once', async (kind) => {
  const owner = { ...HOTMART, PURCHASE_OWNER: 'funil' };
  await using house = await startConversions(kind, postgres, owner);
  const { ref } = await leaveLead(house.address, CONTEXT);
  for (const [n, event] of [
    'PURCHASE_APPROVED',
    'PURCHASE_REFUNDED',
    'PURCHASE_CHARGEBACK',
  ].entries()) {
    const noticed = Date.now() + n * 1_000;
    await send(house.address, 'hotmart', notice({ event, noticed, ref }));
  }
  await expect.poll(house.outcomes, PATIENT).toMatchObject({
    'ga4 sale.refunded sale:hotmart:HP1': 'delivered',
    'ga4 sale.chargeback sale:hotmart:HP1': 'told-before',
  });
  expect(house.google.counted.map(({ name }) => name)).toEqual(['purchase', 'refund']);
});

test.each(STORES)('%s: a sale that is replayed too late may still be taken back', async (kind) => {
  const owner = { ...HOTMART, PURCHASE_OWNER: 'funil' };
  await using house = await startConversions(kind, postgres, owner);
  const { ref } = await leaveLead(house.address, CONTEXT);
  await send(house.address, 'hotmart', notice({ ref }));
  const paid = 'ga4 sale.paid sale:hotmart:HP1';
  await expect.poll(house.outcomes, PATIENT).toMatchObject({ [paid]: 'delivered' });
  await house.query(`update funil.announcements set happened_at = '2026-01-01T00:00:00.000Z'
    where type = 'sale.paid' returning number`);
  const words = ['--replay', 'todas', '--desde', '2026-01-01'];
  expect(await runFile('commands/deliveries.ts', words, house.env)).toMatchObject({ stderr: '' });
  await expect.poll(house.outcomes, PATIENT).toMatchObject({ [paid]: 'too-old' });
  const back = { event: 'PURCHASE_REFUNDED', noticed: Date.now() + 1_000 };
  await send(house.address, 'hotmart', notice({ ...back, ref }));
  const told = () => house.google.counted.map(({ name }) => name);
  await expect.poll(told, PATIENT).toEqual(['purchase', 'refund']);
});

test('sales are the checkout’s to tell, unless it is said otherwise', async () => {
  await using house = await startConversions('SQLite', postgres, HOTMART);
  const { ref } = await leaveLead(house.address, CONTEXT);
  await send(house.address, 'hotmart', notice({ ref }));
  await expect
    .poll(() => house.query('select state from funil.sales'), PATIENT)
    .toEqual([{ state: 'paid' }]);
  const after = await leaveLead(house.address, CONTEXT);
  await expect.poll(() => house.meta.counted.map(({ id }) => id), PATIENT).toContain(after.key);
  expect(house.meta.counted.filter(({ name }) => name === 'Purchase')).toEqual([]);
  expect(Object.keys(await house.outcomes()).filter((name) => name.includes('sale'))).toEqual([]);
});
