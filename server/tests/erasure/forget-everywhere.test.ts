import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callCommand } from '../../../testkit/call-command.ts';
import { queryTables } from '../../../testkit/databases/query-tables.ts';
import { startReceiver } from '../../../testkit/fakes/receiver.ts';
import { startSmtp } from '../../../testkit/fakes/smtp.ts';
import { makeApplication, makeDraft, makeEvent, makeLead } from '../../../testkit/rows.ts';
import { postRows } from '../../../testkit/start-app.ts';
import { startServer } from '../../../testkit/start-process.ts';
import { decodeText } from '../../src/erasure/contact-matcher.ts';
import { startConsoleData } from '../console/start-console-data.ts';
import { notice, SECRETS, send } from '../sales/start-sales.ts';
import { STORES, type StoreKind } from '../store/open-test-store.ts';
import { CONTEXT } from '../visits/start-contexts.ts';

const EMAIL = 'marinalva.quixaba@exemplo.test';
const PHONE = '(11) 98760-1234';
/** Her name and contacts in decoded text. */
const HERS = /marinalva|quixaba|8760-?1234/i;

/** All tables with personal data, which contain hers before the erasure. */
const TABLES = [
  ...['outbox_events', 'application_drafts', 'applications', 'delivery_attempts', 'contact_notes'],
  ...['leads'],
  ...['lgpd_requests', 'notices', 'sale_keys', 'sales', 'contact_origins', 'contact_search_words'],
  ...['contacts', 'visit_contexts', 'visit_origins', 'visits', 'imports'],
];

/** Returns the names of the tables with her data. */
async function findHers(kind: StoreKind, query: ReturnType<typeof queryTables>): Promise<string[]> {
  const tables = await query(
    kind === 'SQLite'
      ? "select name from sqlite_schema where type = 'table'"
      : `select table_schema || '.' || table_name as name from information_schema.tables
         where table_schema in ('public', 'funil') and table_type = 'BASE TABLE'`,
  );
  const names = tables.map(({ name }) => String(name));
  if (kind === 'PostgreSQL') {
    names.push(`(select most_common_vals::text, histogram_bounds::text from pg_stats
      where schemaname in ('public', 'funil')) as pg_stats`);
  }
  const remains: string[] = [];
  for (const name of names) {
    const values = (await query(`select * from ${name}`)).flatMap((row) => Object.values(row));
    const texts = values.map((value) =>
      value instanceof Uint8Array
        ? Buffer.from(value).toString()
        : typeof value === 'string'
          ? value
          : JSON.stringify(value),
    );
    if (texts.some((text) => HERS.test(decodeText(text ?? '')))) {
      remains.push(name.replace(/^.*(\.| as )/s, ''));
    }
  }
  return remains.toSorted();
}

test.each(STORES)('%s: erases a person from every table and file', async (kind) => {
  await using console = await startConsoleData(kind);
  // Answers at once, because a retry during the erasure would store the answer again.
  await using receiver = await startReceiver((response, { body }) =>
    response.writeHead(200).end(`received: ${body}`),
  );
  await using smtp = await startSmtp();
  const env = {
    ...(console.env as Record<string, string>),
    ...SECRETS,
    RATE_LIMIT: '0',
    META_CAPI_TOKEN: 'tok',
    WEBHOOK_ALLOW_PRIVATE: 'true',
    SMTP_URL: smtp.url(),
    NOTIFY_FROM: 'avisos@escola.test',
    NOTIFY_TO: 'dona@escola.test',
    NOTIFY_ON: 'lead.created,application.created,sale.paid',
  };
  const query = queryTables(console.env);
  expect(await callCommand('webhooks', ['add', receiver.address], env)).toMatchObject({
    code: 0,
  });
  const server = await startServer(env);
  await using _ = server;
  const store = async (table: string, row: unknown, headers = {}) =>
    expect((await postRows(server.address, table, row, headers)).status).toBe(201);

  const key = randomUUID();
  const utms = { utm_content: EMAIL.replace('@', '%40'), utm_term: EMAIL.toUpperCase() };
  const lead = makeLead({ nome: 'Marinalva Quixaba', telefone: PHONE, ...utms });
  await store('leads', lead, { 'idempotency-key': key });
  // Another person followed her link.
  const friend = makeLead({ nome: 'Caio Lima', telefone: '(31) 93333-0001', ...utms });
  const friendKey = randomUUID();
  await store('leads', friend, { 'idempotency-key': friendKey });
  // PostgreSQL keeps the statistics of an empty table, so each table has rows of another person.
  await store('application_drafts', makeDraft());
  // Another person's application names her in its answers.
  const respostas = {
    quem_indicou: `Foi ${EMAIL}, do ${PHONE}`,
    socios: [EMAIL, 'Rui'],
    ano: 2019,
  };
  const experiencia_anterior = `Curso com ${EMAIL}, ${PHONE}`;
  const cargo = `Sócio de ${EMAIL}`;
  await store('applications', makeApplication({ respostas, cargo, experiencia_anterior }));
  const contact = { nome: 'Marinalva Quixaba', email: EMAIL, whatsapp: `+55 ${PHONE}` };
  const draft = makeDraft({ ...contact, whatsapp: '+55 (11) 98760-0000' });
  const { id } = draft;
  await store('application_drafts', draft);
  await store('applications', makeApplication({ ...contact, id, ...utms }));
  const encodedTwice = encodeURIComponent(encodeURIComponent(EMAIL));
  const page_location = `https://escola.test/?utm_content=${encodedTwice}`;
  await store('jornada', [
    makeEvent({
      session_id: randomUUID(),
      name: 'generate_lead',
      lead_ref: key,
      ...utms,
      payload: { currency: 'BRL', value: 0 },
      // A context keeps no address with an e-mail, so a phone names her.
      context: { ...CONTEXT, page_location: 'https://escola.test/?fone=11987601234' },
    }),
    makeEvent({
      session_id: randomUUID(),
      name: 'page_view',
      payload: { page_title: 'Escola', page_location },
    }),
    makeEvent({ session_id: randomUUID(), utm_campaign: `de-${PHONE}` }),
    makeEvent({
      session_id: randomUUID(),
      name: 'generate_lead',
      lead_ref: friendKey,
      payload: { currency: 'BRL', value: 0 },
      context: CONTEXT,
    }),
  ]);
  const sale = { name: 'Marinalva Quixaba', phone: '11987601234', email: EMAIL, ref: key };
  const hers = notice(sale);
  const refunded = notice({ ...sale, event: 'PURCHASE_REFUNDED' });
  for (const body of [
    hers,
    `nome=Marinalva&email=${encodeURIComponent(EMAIL.toUpperCase())}`,
    `{"comprador":"${EMAIL.replace('@', '\\u0040').replace('m', '\\u006D')}"`,
    '{"fone":"+55%2011%2098760-1234"}',
    notice({
      ...{ transaction: 'HP2', name: 'Caio Lima' },
      ...{ phone: '31933330001', email: 'caio@exemplo.test' },
    }),
  ]) {
    expect((await send(server.address, 'hotmart', body)).status).toBe(200);
  }
  await expect.poll(async () => (await console.get('leads')).items).toHaveLength(2);
  const [own, other] = ['Marinalva Quixaba', 'Caio Lima'].map((name) =>
    expect.objectContaining({ name }),
  );
  const { items } = await console.get('leads');
  expect(items).toEqual(expect.arrayContaining([own, other]));
  for (const { subject, name } of items) {
    const note =
      name === 'Caio Lima'
        ? 'Falar no （１１）９８７６０－１２３４'
        : `${EMAIL}, falar no ${PHONE}`;
    await console.call('PATCH', `subjects/${encodeURIComponent(subject)}`, { version: 0, note });
  }
  await query(
    "insert into funil.imports (kind, file_name, created_by) values ('leads', 'Compra da Marinalva.csv', '')",
  );
  await console.call('POST', 'requests', { kind: 'erasure', contact: EMAIL, note: 'Marinalva' });
  // A reading opens a connection for every table.
  await expect
    .poll(() => findHers(kind, query), { interval: 1_000 })
    .toEqual(expect.arrayContaining(TABLES));
  if (kind === 'PostgreSQL') {
    await query('analyze');
    expect(await findHers(kind, query)).toContain('pg_stats');
  }
  await expect
    .poll(() => query('select 1 from funil.sales where lead_ref is not null'))
    .toHaveLength(2);
  await smtp.messages(2);

  const run = await callCommand('forget', ['--telefone', PHONE, '--email', EMAIL, '--sim'], env);
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(run.stdout).toMatch(/Apagado: 1 lead, 1 aplicação, 1 rascunho, 3 eventos/);
  expect(run.stdout).toContain('3 avisos sem venda');
  expect(await findHers(kind, query)).toEqual([]);
  const [request] = (await console.get('requests')).items;
  expect(request).toMatchObject({ kind: 'erasure', contact: '', erased_at: expect.any(String) });
  expect(request.contact_sha256).toMatch(/^[0-9a-f]{64}$/);
  expect((await console.get('leads')).items).toMatchObject([{ name: 'Caio Lima', content: '' }]);

  // The platform's next notice of the purchase names her again.
  expect((await send(server.address, 'hotmart', refunded)).status).toBe(200);
  const findRefund = () => receiver.received.find(({ body }) => /"sale\.refunded"/.test(body));
  await expect.poll(findRefund).toBeDefined();
  expect(findRefund()?.body).not.toMatch(HERS);
  expect(await findHers(kind, query)).toEqual([]);

  await server.stop();
  if (kind === 'PostgreSQL') return;
  await query('pragma wal_checkpoint(truncate)');
  const folder = String(console.env.DATA_DIR);
  const bytes = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'latin1'));
  expect(bytes.join('')).not.toMatch(HERS);
  expect(bytes.join('')).toContain('Caio Lima');
});
