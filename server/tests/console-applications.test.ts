import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { makeDraft, makeEvent } from '../../testkit/rows.ts';
import { makeFolder, makeSiteFacts, writeSite } from '../../testkit/start-app.ts';
import { startPostgres } from '../../testkit/start-postgres.ts';
import { runFile } from '../../testkit/start-process.ts';
import { readApplications } from '../src/leads/applications.ts';
import { createContactsUpdater } from '../src/leads/contacts/update-contacts.ts';
import { eventTable } from '../src/store/sql.ts';
import { openDeliveries } from './open-deliveries.ts';
import type { StoreKind } from './open-test-store.ts';
import { ask } from './start-console.ts';
import { startConsoleData } from './start-console-data.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const STORES: StoreKind[] = ['SQLite', 'PostgreSQL'];
// A busy machine takes its time.
vi.setConfig({ expect: { poll: { timeout: 5_000 } } });

type Console = Awaited<ReturnType<typeof startConsoleData>>;

const names = (page: { items: { name: string }[] }) => page.items.map(({ name }) => name);

/** Somebody's first key in the application's form, as their page told it. */
const addStart = async ({ database }: Console, lead_ref: string, changes: object, step = 1) => {
  const event = makeEvent({ name: 'form_start', lead_ref, ...changes });
  const payload = JSON.stringify({ form: 'aplicacao', step, field: 'nome' });
  await database
    .insertInto('jornada')
    .values({ ...event, payload })
    .execute();
};

test.each(STORES)('%s: an application is begun, given up, sent and corrected', async (kind) => {
  await using console = await startConsoleData(kind, postgres);
  const { id } = await console.addDraft({ nome: 'Joao Pereira' });
  const twoHoursAgo = new Date(Date.now() - 2 * 60 * 60_000).toISOString();
  await console.addDraft({
    nome: 'Quem Desistiu',
    whatsapp: '+55 (41) 3333-2222',
    created_at: twoHoursAgo,
  });
  const stages = async (query = '') =>
    (await console.get(`applications${query}`)).items.map(
      ({ name, stage }: { name: string; stage: string }) => [name, stage],
    );
  await expect
    .poll(() => stages())
    .toEqual([
      ['Joao Pereira', 'started'],
      ['Quem Desistiu', 'abandoned'],
    ]);
  expect(await stages('?stage=abandoned')).toEqual([['Quem Desistiu', 'abandoned']]);
  expect(await stages('?stage=started')).toEqual([['Joao Pereira', 'started']]);
  await console.addApplication({ id, nome: 'João Pereira', whatsapp: '+55 (31) 98888-7777' });
  await expect.poll(() => stages('?stage=sent')).toEqual([['João Pereira', 'sent']]);
  expect(await stages('?q=7777')).toEqual([['João Pereira', 'sent']]);
  expect(await stages('?q=99876')).toEqual([]);
  const detail = await console.get(`applications/${id}`);
  expect(detail.answers).toContainEqual({ field: 'empresa', value: 'Pereira Consultoria' });
});

/** A CSV file's rows by the names of their columns, quotes taken off. */
function readCsv(text: string): Record<string, string>[] {
  const [columns = [], ...rows] = text
    .replace('\u{feff}', '')
    .trim()
    .split('\r\n')
    .map((line) => line.split(';').map((cell) => cell.replace(/^"|"$/g, '')));
  return rows.map((row) =>
    Object.fromEntries(columns.map((name, index) => [name, row[index] ?? ''])),
  );
}

test('says the same of an application in the exported file and in the command', async () => {
  await using console = await startConsoleData('SQLite', postgres);
  const created_at = new Date(Date.now() - 2 * 60 * 60_000).toISOString();
  const left = await console.addDraft({ nome: 'Bia Saiu', created_at });
  const early = await console.addDraft({ nome: 'Caio Saiu', created_at });
  await addStart(console, left.id, { name: 'form_abandon' }, 3);
  const sent = await console.addApplication({ nome: 'Ana Enviou' });
  const change = { version: 0, state: 'em_conversa' };
  await expect.poll(async () => names(await console.get('applications'))).toHaveLength(3);
  const changed = await console.call('PATCH', `subjects/${sent.subject}`, change);
  expect(changed.status).toBe(200);
  const { address, operator, env } = console;
  const answer = await ask(`${address}/console/v1/applications.csv`, { token: operator.token });
  const exported = readCsv(await answer.text());
  const says = (rows: Record<string, string>[], { id }: { id: string }) => {
    const row = rows.find((one) => one.id?.endsWith(id));
    return [row?.nome, row?.situacao, row?.etapa];
  };
  const { stdout } = await runFile('commands/applications.ts', ['--csv', '-'], env);
  for (const rows of [exported, readCsv(stdout)]) {
    expect(says(rows, sent)).toEqual(['Ana Enviou', 'enviada', '5']);
    expect(says(rows, left)).toEqual(['Bia Saiu', 'abandonada', '3']);
    expect(says(rows, early)).toEqual(['Caio Saiu', 'abandonada', '2']);
  }
  expect(exported.map(({ estado }) => estado)).toEqual(['Em conversa', 'Novo', 'Novo']);
});

test('shows where an unfinished application came from', async () => {
  using folder = makeFolder();
  const checkout = {
    url: 'https://pay.example/escola',
    funnel: 'anual',
    platform: 'hotmart',
  } as const;
  writeSite(folder.path, { 'site.json': makeSiteFacts({ checkout }) });
  await using console = await startConsoleData('SQLite', postgres, { SITE_DIR: folder.path });
  const id = '0192f3a4-b5c6-7d8e-9f00-112233445566';
  await addStart(console, id, {
    ...{ utm_source: 'meta', utm_medium: 'social', utm_campaign: 'mentoria', utm_term: 'ia' },
    occurred_at: '2026-11-20T12:00:00.000Z',
  });
  const later = '2026-11-21T12:00:00.000Z';
  await addStart(console, id, { utm_source: 'google', occurred_at: later });
  const { subject } = await console.addDraft({ id });
  const shown = { subject, source: 'meta', medium: 'social', campaign: 'mentoria' };
  const list = 'applications?campaign=mentoria&source=meta';
  await expect.poll(async () => (await console.get(list)).items).toMatchObject([shown]);
  expect(await console.get(`applications/${id}`)).toMatchObject({ ...shown, term: 'ia' });
  const { address, database, operator } = console;
  const file = await ask(`${address}/console/v1/applications.csv`, { token: operator.token });
  expect(await file.text()).toContain(';"meta";"social";"mentoria";');
  const { body } = await console.call('POST', 'checkout-link', { subject });
  expect(body.url).toContain('utm_campaign=mentoria');
  // Events are erased before applications.
  await sql`delete from ${eventTable(database)} where lead_ref = ${id}`.execute(database);
  expect((await console.get(list)).items).toMatchObject([shown]);
});

test('keeps where a draft came from when its events are erased', async () => {
  await using console = await startConsoleData('SQLite', postgres);
  const { database } = console;
  const id = '0192f3a4-b5c6-7d8e-9f00-112233445588';
  await addStart(console, id, { utm_source: 'meta', utm_campaign: 'mentoria' });
  await console.addDraft({ id, nome: 'Joao' });
  const sources = async () =>
    (await console.get('applications?source=meta')).items.map(
      ({ name, source }: { name: string; source: string }) => [name, source],
    );
  await expect.poll(sources).toEqual([['Joao', 'meta']]);
  await sql`delete from ${eventTable(database)}`.execute(database);
  await console.addDraft({ id, nome: 'Pereira' });
  await expect.poll(async () => names(await console.get('applications?q=pereira'))).toHaveLength(1);
  expect(await sources()).toEqual([['Pereira', 'meta']]);
  expect((await readApplications(database)).map(({ utm_source }) => utm_source)).toEqual(['meta']);
});

test.each(STORES)(
  '%s: an event that comes after its draft tells where it is from',
  async (kind) => {
    await using console = await startConsoleData(kind, postgres);
    const { id } = await console.addDraft();
    await expect.poll(async () => names(await console.get('applications'))).toHaveLength(1);
    await addStart(console, id, { utm_source: 'meta' });
    await expect
      .poll(async () => (await console.get('applications?source=meta')).items)
      .toMatchObject([{ source: 'meta', medium: 'organico' }]);
  },
);

test.each(STORES)('%s: an application is listed once, however often it is looked', async (kind) => {
  await using console = await startConsoleData(kind, postgres);
  await console.addDraft();
  await expect.poll(async () => names(await console.get('applications'))).toHaveLength(1);
  const { database } = console;
  for (let time = 0; time < 3; time += 1) {
    // The console itself may be at it.
    await expect.poll(() => createContactsUpdater(database).step()).toBe('done');
  }
  expect(await database.selectFrom('contacts').select('number').execute()).toHaveLength(1);
});

test('lists an application that comes after the clock was set back', async () => {
  await using opened = await openDeliveries('SQLite', postgres);
  await using database = await opened.open();
  const keeper = createContactsUpdater(database);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * 60 * 60_000 });
  try {
    const early = makeDraft();
    await opened.store('application_drafts', early);
    const ahead = new Date(Date.now()).toISOString();
    await opened.query(`update application_drafts set created_at = '${ahead}' returning id`);
    await expect.poll(() => keeper.step()).toBe('done');
  } finally {
    vi.useRealTimers();
  }
  await opened.store('application_drafts', makeDraft());
  await expect.poll(() => keeper.step()).toBe('done');
  expect(await opened.query('select number from contacts')).toHaveLength(2);
});
