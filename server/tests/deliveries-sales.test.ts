import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { makeLead } from '../../testkit/rows.ts';
import { insert } from '../../testkit/start-app.ts';
import { startPostgres } from '../../testkit/start-postgres.ts';
import { findSales } from './start-delivering.ts';
import { notice, send, startSales } from './start-sales.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const SOON = { timeout: 10_000 };
type Sales = Awaited<ReturnType<typeof startSales>>;

/** Looks until nothing more is found, and says what was announced so far. */
async function find(sales: Sales) {
  await using database = await sales.open();
  await findSales(database);
  const rows = await sales.query(
    'select type, subject, data from funil.announcements order by number',
  );
  return rows.map(({ type, subject, data }) => ({
    type,
    subject,
    data: JSON.parse(String(data)) as Record<string, unknown>,
  }));
}

test.each(['SQLite', 'PostgreSQL'] as const)(
  '%s: a sale is told of once a state, with its lead and where the lead came from',
  async (kind) => {
    await using sales = await startSales(kind, postgres);
    await sales.query(
      `insert into funil.destinations (name, wants) values ('mail', 'sale.pending,sale.paid,sale.refunded,sale.chargeback') returning name`,
    );
    const key = randomUUID();
    const lead = makeLead({ telefone: '(31) 99999-0001', utm_source: 'stories' });
    await insert(sales.address, 'leads', lead, { 'idempotency-key': key });
    const at = Date.now() - 60_000;
    const event = 'PURCHASE_BILLET_PRINTED';
    const opened = notice({ event, at, ref: key.replaceAll('-', '') });
    expect((await send(sales.address, 'hotmart', opened)).status).toBe(200);
    const stored = 'select moment from funil.sale_moments order by number';
    await expect.poll(() => sales.query(stored), SOON).toEqual([{ moment: 'pending' }]);
    expect(await find(sales)).toMatchObject([
      {
        type: 'sale.pending',
        subject: 'sale:hotmart:HP1',
        data: { state: 'pending', lead_ref: key, matched_by: 'reference', utm_source: 'stories' },
      },
    ]);
    await send(sales.address, 'hotmart', notice({ at: at + 30_000 }));
    await send(sales.address, 'hotmart', notice({ at: at + 30_000 }));
    await expect
      .poll(() => sales.query(stored), SOON)
      .toEqual([{ moment: 'pending' }, { moment: 'paid' }]);
    expect((await find(sales)).map(({ type }) => type)).toEqual(['sale.pending', 'sale.paid']);
    await sales.stopKeeping();
    await sales.query('update funil.notices set read_by = null returning id');
    sales.keepAgain();
    await expect
      .poll(() => sales.query('select id from funil.notices where read_by is null'), SOON)
      .toEqual([]);
    expect(await find(sales)).toHaveLength(2);
    expect(sales.troubles).toEqual([]);
  },
);
