import { randomUUID } from 'node:crypto';
import { WEBHOOK_EVENTS } from '@funil/contract/deliveries/webhook-events';
import { PAYLOAD_SCHEMAS } from '@funil/contract/deliveries/webhook-payloads';
import { HOUR_MS } from '@funil/contract/durations';
import { expect, test } from 'vitest';
import { callCommand } from '../../../testkit/call-command.ts';
import { makeApplication, makeDraft, makeLead } from '../../../testkit/rows.ts';
import { postRows } from '../../../testkit/start-app.ts';
import { notice, send, startSales } from '../sales/start-sales.ts';
import { STORES } from '../store/open-test-store.ts';
import { consumeChanges } from './consume-changes.ts';
import { openDeliveries } from './open-deliveries.ts';

const SELECT_EVENTS = 'select type, data from funil.outbox_events order by number';

/** Checks that each event has exactly the fields of its schema, and returns the events. */
function expectDocumented(rows: readonly Record<string, unknown>[]): Record<string, unknown>[] {
  return rows.map(({ type, data }) => {
    const eventType = WEBHOOK_EVENTS.find((event) => event === type);
    if (!eventType) throw new Error(`${type} is no event`);
    const payload = JSON.parse(String(data));
    // Parsing drops undocumented fields.
    expect(PAYLOAD_SCHEMAS[eventType].parse(payload)).toEqual(payload);
    return { type, ...payload };
  });
}

test.each(STORES)('%s: writes the documented fields of leads and erasures', async (kind) => {
  await using opened = await openDeliveries(kind);
  await opened.register('webhook:a');
  const lead = makeLead({ telefone: '+351 912 345 678', email: 'Caio@exemplo.com.br' });
  await opened.store('leads', lead, randomUUID());
  await opened.store('leads', makeLead({ nome: '“Ana” \n😀', telefone: '1234567890123456' }));
  const draft = makeDraft({ email: 'bia@exemplo.com.br', whatsapp: '+55 (21) 3456-7890' });
  await opened.store('application_drafts', { ...draft, save_id: randomUUID() });
  await opened.store('applications', {
    ...makeApplication({ respostas: { area_de_atuacao: 'Pães', equipe: 2 } }),
    save_id: randomUUID(),
  });
  await opened.consume();
  opened.advance(2 * HOUR_MS);
  await opened.consume();
  const events = expectDocumented(await opened.query(SELECT_EVENTS));
  expect(events.map(({ type }) => type).toSorted()).toEqual([
    'application.abandoned',
    'application.created',
    'application.started',
    'lead.created',
    'lead.created',
  ]);
  expect(events.filter(({ type }) => type === 'lead.created')).toMatchObject([
    {
      phone_digits: '351912345678',
      wa_me: 'https://wa.me/351912345678',
      email: 'Caio@exemplo.com.br',
    },
    { phone_digits: null, wa_me: null, lead_ref: null },
  ]);

  expect(events.find(({ type }) => type === 'application.created')).toMatchObject({
    respostas: { area_de_atuacao: 'Pães', equipe: 2 },
    perguntas: expect.arrayContaining([
      { chave: 'faturamento', pergunta: 'Faturamento', resposta: 'De R$ 10 mil a R$ 30 mil' },
      { chave: 'area_de_atuacao', pergunta: 'Area de atuacao', resposta: 'Pães' },
      { chave: 'equipe', pergunta: 'Equipe', resposta: '2' },
    ]),
  });

  await callCommand('forget', ['--email', 'joao@exemplo.com.br', '--sim'], opened.env);
  await opened.consume();
  const erased = await opened.query(
    "select type, data from funil.outbox_events where type = 'person.erased'",
  );
  expect(expectDocumented(erased)).toMatchObject([{ phone_key_sha256: null }]);
});

test('reports each state of a sale once, with the documented fields', async () => {
  await using sales = await startSales('SQLite');
  const types = 'sale.pending,sale.paid,sale.refunded,sale.chargeback';
  await sales.query(
    `insert into funil.destinations (name, event_types) values ('mail', '${types}') returning name`,
  );
  const key = randomUUID();
  const lead = makeLead({ telefone: '(31) 99999-0001', utm_source: 'stories' });
  await postRows(sales.address, 'leads', lead, { 'idempotency-key': key });
  const at = Date.now() - 60_000;
  await send(sales.address, 'hotmart', notice({ event: 'PURCHASE_BILLET_PRINTED', at, ref: key }));
  await send(sales.address, 'hotmart', notice({ at: at + 10_000 }));
  await send(sales.address, 'hotmart', notice({ at: at + 10_000 }));
  await send(sales.address, 'hotmart', notice({ event: 'PURCHASE_REFUNDED', at: at + 20_000 }));
  await expect.poll(() => sales.query('select state from funil.sale_milestones')).toHaveLength(3);
  await using database = await sales.open();
  await consumeChanges(database);
  await sales.stopUpdater();
  await sales.query('update funil.notices set read_by = null returning id');
  sales.startUpdater();
  await expect
    .poll(() => sales.query('select id from funil.notices where read_by is null'))
    .toEqual([]);
  await consumeChanges(database);
  const events = expectDocumented(await sales.query(SELECT_EVENTS));
  expect(events).toMatchObject([
    { type: 'sale.pending', lead_ref: key, matched_by: 'reference', utm_source: 'stories' },
    { type: 'sale.paid' },
    { type: 'sale.refunded', state: 'refunded' },
  ]);
  expect(sales.errors).toEqual([]);
});

test('reports a match by hand with its lead, and without a kind of match', async () => {
  await using sales = await startSales('SQLite', { hasConsumer: false });
  await sales.query(
    `insert into funil.destinations (name, event_types) values ('mail', 'sale.paid') returning name`,
  );
  const key = randomUUID();
  await using database = await sales.open();
  await postRows(sales.address, 'leads', makeLead(), { 'idempotency-key': key });
  await consumeChanges(database);
  await send(sales.address, 'hotmart', notice({ ref: key }));
  const match = `update funil.sales set matched_by = 'hand' where matched_by is not null returning 1`;
  await expect.poll(() => sales.query(match)).toHaveLength(1);
  await consumeChanges(database);
  expect(expectDocumented(await sales.query(SELECT_EVENTS))).toMatchObject([
    { type: 'sale.paid', lead_ref: key, matched_by: null },
  ]);
  const { stdout } = await callCommand('sales', ['--json', '-'], sales.env);
  expect(JSON.parse(stdout)).toMatchObject([{ lead_ref: key, matched_by: null }]);
});
