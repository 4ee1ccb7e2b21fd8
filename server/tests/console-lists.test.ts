import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { makeEvent } from '../../testkit/rows.ts';
import { makeFolder, makeSiteFacts, writeSite } from '../../testkit/start-app.ts';
import { startPostgres } from '../../testkit/start-postgres.ts';
import { keepSubjects } from '../src/records/subjects/keep-subjects.ts';
import { eventTable, funilTable } from '../src/store/funil-tables.ts';
import type { StoreKind } from './open-test-store.ts';
import { ask } from './start-console.ts';
import { startConsoleData } from './start-console-data.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const STORES: StoreKind[] = ['SQLite', 'PostgreSQL'];
// A busy machine takes its time.
vi.setConfig({ expect: { poll: { timeout: 5_000 } } });

const names = (page: { items: { name: string }[] }) => page.items.map(({ name }) => name);

test.each(STORES)('%s: a lead is in the list within a second, with its origin', async (kind) => {
  await using console = await startConsoleData(kind, postgres);
  const { subject } = await console.addLead({ nome: 'Marina Prado', telefone: '(11) 98765-4321' });
  await expect
    .poll(() => console.get('leads'), { timeout: 3_000 })
    .toMatchObject({
      items: [
        {
          ...{ subject, name: 'Marina Prado', phone: '(11) 98765-4321', wa: '5511987654321' },
          ...{ email: null, source: 'instagram', medium: 'social', campaign: 'lancamento' },
          ...{ suspect: null, state: 'novo', version: 0, has_note: false, due_at: null },
          ...{ stage: null, paid: false },
        },
      ],
      next: null,
    });
});

test.each(STORES)('%s: names, numbers and addresses are found however written', async (kind) => {
  await using console = await startConsoleData(kind, postgres);
  await console.addLead({ nome: 'José da Conceição', telefone: '(11) 98765-4321' });
  await console.addLead({ nome: 'Marina Prado', telefone: '+55 21 3456-7890' });
  await console.addApplication({ nome: 'Rita Lee', email: 'Rita.Lee@Exemplo.com.br' });
  await expect.poll(async () => names(await console.get('leads'))).toHaveLength(2);
  await expect.poll(async () => names(await console.get('applications'))).toHaveLength(1);
  const find = async (q: string, list = 'leads') =>
    names(await console.get(`${list}?q=${encodeURIComponent(q)}`));
  for (const q of [
    'jose',
    'JOSÉ CONCEICAO',
    'conc',
    '11987654321',
    '+55 (11) 98765-4321',
    '11 8765-4321',
    '11987',
    '119876',
    '98765',
    '8765-4321',
    '4321',
    'José 4321',
  ]) {
    expect(await find(q), q).toEqual(['José da Conceição']);
  }
  expect(await find('(21) 3456-7890')).toEqual(['Marina Prado']);
  expect(await find('rita.lee@exemplo', 'applications')).toEqual(['Rita Lee']);
  expect(await find('marina 4321')).toEqual([]);
  expect(await find('100%')).toEqual([]);
  expect(await find('21 987')).toEqual([]);
});

test.each(STORES)('%s: filters and pages give each lead once, the newest first', async (kind) => {
  await using console = await startConsoleData(kind, postgres);
  for (let n = 1; n <= 7; n += 1) {
    await console.addLead({
      nome: `Pessoa ${n}`,
      utm_campaign: n % 2 ? 'ímpar' : 'par',
      suspect: n === 3 ? 'honeypot' : null,
      created_at: `2026-11-0${n}T12:00:00.000Z`,
    });
  }
  await expect.poll(async () => names(await console.get('leads'))).toHaveLength(7);
  const first = await console.get('leads?limit=3');
  expect(names(first)).toEqual(['Pessoa 7', 'Pessoa 6', 'Pessoa 5']);
  const second = await console.get(`leads?limit=3&after=${first.next}`);
  const third = await console.get(`leads?limit=3&after=${second.next}`);
  expect(names(second)).toEqual(['Pessoa 4', 'Pessoa 3', 'Pessoa 2']);
  expect([names(third), third.next]).toEqual([['Pessoa 1'], null]);
  const campaign = encodeURIComponent('ímpar');
  expect(names(await console.get(`leads?campaign=${campaign}&suspect=no`))).toEqual([
    ...['Pessoa 7', 'Pessoa 5', 'Pessoa 1'],
  ]);
  expect(names(await console.get('leads?suspect=yes'))).toEqual(['Pessoa 3']);
  expect(names(await console.get('leads?from=2026-11-02&until=2026-11-03'))).toEqual([
    ...['Pessoa 3', 'Pessoa 2'],
  ]);
  expect(names(await console.get('leads?source=google'))).toEqual([]);
});

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

test.each(STORES)('%s: an unfinished application shows where it came from', async (kind) => {
  using folder = makeFolder();
  const checkout = {
    url: 'https://pay.example/escola',
    funnel: 'anual',
    platform: 'hotmart',
  } as const;
  writeSite(folder.path, { 'site.json': makeSiteFacts({ checkout }) });
  await using console = await startConsoleData(kind, postgres, { SITE_DIR: folder.path });
  const id = '0192f3a4-b5c6-7d8e-9f00-112233445566';
  const event = makeEvent({
    ...{ name: 'form_start', lead_ref: id },
    ...{ utm_source: 'meta', utm_medium: 'social', utm_campaign: 'mentoria', utm_term: 'ia' },
  });
  const payload = JSON.stringify({ form: 'aplicacao', step: 1, field: 'nome' });
  const { database } = console;
  const later = { ...event, id: randomUUID(), utm_source: 'google' };
  for (const [number, row] of [event, later].entries()) {
    const occurred_at = `2026-11-2${number}T12:00:00.000Z`;
    await database
      .insertInto('jornada')
      .values({ ...row, occurred_at, payload })
      .execute();
  }
  const { subject } = await console.addDraft({ id });
  const shown = { subject, source: 'meta', medium: 'social', campaign: 'mentoria' };
  const list = 'applications?campaign=mentoria&source=meta';
  await expect.poll(async () => (await console.get(list)).items).toMatchObject([shown]);
  expect(await console.get(`applications/${id}`)).toMatchObject({ ...shown, term: 'ia' });
  const { address, operator } = console;
  const file = await ask(`${address}/console/v1/applications.csv`, { token: operator.token });
  expect(await file.text()).toContain(';"meta";"social";"mentoria";');
  const { body } = await console.call('POST', 'checkout-link', { subject });
  expect(body.url).toContain('utm_campaign=mentoria');
  // Events are erased before applications.
  await sql`delete from ${eventTable(database.dialect)} where lead_ref = ${id}`.execute(database);
  expect((await console.get(list)).items).toMatchObject([shown]);
});

test.each(STORES)(
  '%s: an event that comes after its draft tells where it is from',
  async (kind) => {
    await using console = await startConsoleData(kind, postgres);
    const { id } = await console.addDraft();
    await expect.poll(async () => names(await console.get('applications'))).toHaveLength(1);
    const event = makeEvent({ name: 'form_start', lead_ref: id, utm_source: 'meta' });
    const payload = JSON.stringify({ form: 'aplicacao', step: 1, field: 'nome' });
    await console.database
      .insertInto('jornada')
      .values({ ...event, payload })
      .execute();
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
    await expect.poll(() => keepSubjects(database).step()).toBe('done');
  }
  const { rows } = await sql<{ listed: number }>`
    select listed from ${funilTable(database.dialect, 'subject_origins')}`.execute(database);
  expect(rows).toEqual([{ listed: 1 }]);
});

test('what is longer than a packet is sent compressed, to who takes it', async () => {
  await using console = await startConsoleData('SQLite', postgres);
  for (let number = 0; number < 8; number += 1) await console.addLead({ nome: `Lead ${number}` });
  await expect.poll(async () => names(await console.get('leads'))).toHaveLength(8);
  const read = async (path: string, encoding: string) => {
    const response = await fetch(`${console.address}/console/v1/${path}`, {
      headers: { authorization: `Bearer ${console.operator.token}`, 'accept-encoding': encoding },
    });
    const { items } = await response.json();
    return { encoding: response.headers.get('content-encoding'), items };
  };
  const plain = await read('leads', 'identity');
  expect(plain.encoding).toBeNull();
  expect(await read('leads', 'gzip, br')).toEqual({ encoding: 'br', items: plain.items });
  expect((await read('sales', 'gzip, br')).encoding).toBeNull();
});
