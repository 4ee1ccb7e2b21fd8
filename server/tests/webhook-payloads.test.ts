import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '@funil/contract/durations';
import { WEBHOOK_EVENTS } from '@funil/contract/webhook-events';
import { PAYLOADS } from '@funil/contract/webhook-payloads';
import { afterAll, expect, test } from 'vitest';
import { makeApplication, makeDraft, makeLead } from '../../testkit/rows.ts';
import { insert } from '../../testkit/start-app.ts';
import { startPostgres } from '../../testkit/start-postgres.ts';
import { runFile } from '../../testkit/start-process.ts';
import { findSales, makeDestination, openDelivering } from './start-delivering.ts';
import { notice, send, startSales } from './start-sales.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const STORES = ['SQLite', 'PostgreSQL'] as const;
const ALL = 'select type, data from funil.outbox_events order by number';

/** Every event, each exactly as the schema of its type has it. */
function expectDocumented(rows: readonly Record<string, unknown>[]): Record<string, unknown>[] {
  return rows.map(({ type, data }) => {
    const known = WEBHOOK_EVENTS.find((event) => event === type);
    if (!known) throw new Error(`${type} is no event`);
    const told = JSON.parse(String(data));
    // What is not documented would be left out here.
    expect(PAYLOADS[known].parse(told)).toEqual(told);
    return { type, ...told };
  });
}

test.each(STORES)('%s: events of people have the documented fields', async (kind) => {
  await using opened = await openDelivering(kind, postgres);
  const { destination } = makeDestination('webhook:a');
  await opened.register(destination);
  await opened.store('leads', makeLead({ telefone: '+351 912 345 678' }), randomUUID());
  await opened.store('leads', makeLead({ nome: '“Ana” \n😀', telefone: '1234567890123456' }));
  const draft = makeDraft({ email: 'bia@exemplo.com.br', whatsapp: '+55 (21) 3456-7890' });
  await opened.store('application_drafts', { ...draft, save_id: randomUUID() });
  await opened.store('applications', { ...makeApplication(), save_id: randomUUID() });
  await opened.find();
  opened.goOn(2 * HOUR_MS);
  // The first look writes the keys by which people are known.
  await opened.find();
  await opened.find();
  const told = expectDocumented(await opened.query(ALL));
  expect(told.map(({ type }) => type).toSorted()).toEqual([
    'application.abandoned',
    'application.created',
    'application.started',
    'lead.created',
    'lead.created',
  ]);
  expect(told.filter(({ type }) => type === 'lead.created')).toMatchObject([
    { phone_digits: '351912345678', wa_me: 'https://wa.me/351912345678' },
    { phone_digits: null, wa_me: null, lead_ref: null },
  ]);

  await runFile('commands/forget.ts', ['--email', 'joao@exemplo.com.br', '--sim'], opened.env);
  await opened.find();
  const erased = await opened.query(
    "select type, data from funil.outbox_events where type = 'person.erased'",
  );
  expect(expectDocumented(erased)).toMatchObject([{ phone_key_sha256: null }]);
});

test.each(STORES)(
  '%s: reports each state of a sale once, with the documented fields',
  async (kind) => {
    await using sales = await startSales(kind, postgres);
    const types = 'sale.pending,sale.paid,sale.refunded,sale.chargeback';
    await sales.query(
      `insert into funil.destinations (name, event_types) values ('mail', '${types}') returning name`,
    );
    const key = randomUUID();
    const lead = makeLead({ telefone: '(31) 99999-0001', utm_source: 'stories' });
    await insert(sales.address, 'leads', lead, { 'idempotency-key': key });
    const at = Date.now() - 60_000;
    const ref = key.replaceAll('-', '');
    await send(sales.address, 'hotmart', notice({ event: 'PURCHASE_BILLET_PRINTED', at, ref }));
    await send(sales.address, 'hotmart', notice({ at: at + 10_000 }));
    await send(sales.address, 'hotmart', notice({ at: at + 10_000 }));
    await send(sales.address, 'hotmart', notice({ event: 'PURCHASE_REFUNDED', at: at + 20_000 }));
    const SOON = { timeout: 10_000 };
    await expect
      .poll(() => sales.query('select state from funil.sale_milestones'), SOON)
      .toHaveLength(3);
    await using database = await sales.open();
    await findSales(database);
    await sales.stopUpdater();
    await sales.query('update funil.notices set read_by = null returning id');
    sales.startUpdater();
    await expect
      .poll(() => sales.query('select id from funil.notices where read_by is null'), SOON)
      .toEqual([]);
    await findSales(database);
    const told = expectDocumented(await sales.query(ALL));
    expect(told).toMatchObject([
      { type: 'sale.pending', lead_ref: key, matched_by: 'reference', utm_source: 'stories' },
      { type: 'sale.paid' },
      { type: 'sale.refunded', state: 'refunded' },
    ]);
    expect(sales.errors).toEqual([]);
  },
);
