import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '@funil/contract/durations';
import { afterAll, expect, test } from 'vitest';
import { makeApplication, makeLead } from '../../testkit/rows.ts';
import { insert } from '../../testkit/start-app.ts';
import { startPostgres } from '../../testkit/start-postgres.ts';
import type { StoreKind } from './open-test-store.ts';
import { notice, send, startSales } from './start-sales.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const STORES: StoreKind[] = ['SQLite', 'PostgreSQL'];

/** A UUID of version 7 of a moment, as the page's keys are. */
function keyOf(time: number): string {
  const digits =
    Math.floor(time).toString(16).padStart(12, '0') + randomUUID().replaceAll('-', '').slice(12);
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `7${digits.slice(13, 16)}`];
  return [...parts, `8${digits.slice(17, 20)}`, digits.slice(20)].join('-');
}

const SALES =
  'select "transaction", state, matched_by, lead_ref, candidates from funil.sales order by 1';

async function addLead(address: string, key: string, telefone: string) {
  const response = await insert(
    address,
    'leads',
    { ...makeLead(), telefone },
    { 'idempotency-key': key },
  );
  expect(response.status).toBe(201);
}

test.each(STORES)(
  '%s: a sale is matched by reference, phone and e-mail, and listed without a match',
  async (kind) => {
    await using sales = await startSales(kind, postgres);
    const { address } = sales;
    const [a, b, older] = [
      keyOf(Date.now() - MINUTE_MS),
      keyOf(Date.now() - MINUTE_MS),
      keyOf(Date.now() - 5 * MINUTE_MS),
    ];
    await addLead(address, a, '(31) 99999-0001');
    await addLead(address, older, '(21) 98888-0002');
    await addLead(address, b, '+55 21 8888-0002');
    const application = {
      ...makeApplication(),
      id: keyOf(Date.now() - MINUTE_MS),
      email: 'Rita@Example.com',
      whatsapp: '(41) 97777-0003',
    };
    expect((await insert(address, 'applications', application)).status).toBe(201);

    await send(
      address,
      'hotmart',
      notice({ transaction: 'HP1', ref: a.replaceAll('-', ''), phone: '85900000000' }),
    );
    await send(address, 'hotmart', notice({ transaction: 'HP2', phone: '5521988880002' }));
    await send(
      address,
      'hotmart',
      notice({ transaction: 'HP3', phone: '85900000000', email: 'rita@example.com ' }),
    );
    await send(address, 'hotmart', notice({ transaction: 'HP4', phone: '85900000000' }));
    const state = 'paid';
    await expect
      .poll(() => sales.query(SALES))
      .toEqual([
        { transaction: 'HP1', state, matched_by: 'reference', lead_ref: a, candidates: 1 },
        { transaction: 'HP2', state, matched_by: 'phone', lead_ref: b, candidates: 2 },
        { transaction: 'HP3', state, matched_by: 'email', lead_ref: application.id, candidates: 1 },
        { transaction: 'HP4', state, matched_by: null, lead_ref: null, candidates: 0 },
      ]);
    expect(sales.troubles).toEqual([]);
  },
);

test.each(STORES.flatMap((kind) => [[kind, 0] as const, [kind, 25] as const]))(
  '%s: a lead that a slow retry stores after its sale, %i days later, is found all the same',
  async (kind, days) => {
    await using sales = await startSales(kind, postgres);
    const bought = Date.now() - days * 24 * 60 * MINUTE_MS - 30 * MINUTE_MS;
    const sent = bought - 10 * MINUTE_MS;
    const [byPhone, byReference] = [keyOf(sent), keyOf(sent)];
    await send(sales.address, 'hotmart', notice({ transaction: 'HP1', at: bought }));
    const ref = byReference.replaceAll('-', '');
    await send(
      sales.address,
      'hotmart',
      notice({ transaction: 'HP2', at: bought, ref, phone: '85900000000' }),
    );
    await expect.poll(async () => (await sales.query(SALES)).length).toBe(2);
    await addLead(sales.address, byPhone, '(11) 98765-4321');
    await addLead(sales.address, byReference, '(31) 99999-0001');
    await expect
      .poll(() => sales.query(SALES), { timeout: 8_000 })
      .toMatchObject([
        { transaction: 'HP1', matched_by: 'phone', lead_ref: byPhone },
        { transaction: 'HP2', matched_by: 'reference', lead_ref: byReference },
      ]);
  },
);

test.each(STORES)(
  '%s: a sale matched by phone is matched anew when a notice brings the reference',
  async (kind) => {
    await using sales = await startSales(kind, postgres);
    const [mine, another] = [keyOf(Date.now() - 9 * MINUTE_MS), keyOf(Date.now() - MINUTE_MS)];
    await addLead(sales.address, mine, '(31) 99999-0001');
    await addLead(sales.address, another, '(11) 98765-4321');
    await send(sales.address, 'hotmart', notice({ event: 'PURCHASE_BILLET_PRINTED' }));
    await expect
      .poll(() => sales.query(SALES))
      .toMatchObject([{ state: 'pending', lead_ref: another }]);
    await send(sales.address, 'hotmart', notice({ ref: mine.replaceAll('-', '') }));
    await expect
      .poll(() => sales.query(SALES))
      .toMatchObject([{ state: 'paid', matched_by: 'reference', lead_ref: mine }]);
  },
);
