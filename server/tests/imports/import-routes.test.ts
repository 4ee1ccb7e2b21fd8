import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { takeLease } from '../../src/store/lease.ts';
import { type ConsoleData, startConsoleData } from '../console/start-console-data.ts';

const FILE = [
  'Data;Quanto;Cliente;E-mail;Código',
  '01/11/2025 10:00;10,00;Ana Souza;ana@example.com;V1',
  '02/11/2025 10:00;20,00;Bia Lima;bia@example.com;V2',
  '02/11/2025 10:00;de graça;Eva Reis;eva@example.com;V3',
  '',
].join('\n');
const COLUMNS = {
  createdAt: 'Data',
  price: 'Quanto',
  name: 'Cliente',
  email: 'E-mail',
  transaction: 'Código',
};

async function upload(
  { address, operator }: ConsoleData,
  path: string,
  {
    query = {},
    body = FILE,
    token = operator.token,
    type = 'text/csv',
  }: {
    query?: Record<string, string>;
    body?: string | Uint8Array<ArrayBuffer>;
    token?: string;
    type?: string;
  } = {},
) {
  const response = await fetch(`${address}/console/v1/${path}?${new URLSearchParams(query)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    body,
  });
  return { status: response.status, body: await response.json() };
}

const CHOICE = { kind: 'vendas', columns: JSON.stringify(COLUMNS), name: 'vendas.csv' };

test('previews, imports and undoes a file, and remembers its columns', async () => {
  await using console = await startConsoleData();
  const { get, call } = console;
  const unknown = await upload(console, 'imports/preview');
  expect(unknown).toMatchObject({
    status: 200,
    body: { kind: null, titles: ['Data', 'Quanto', 'Cliente', 'E-mail', 'Código'] },
  });
  const vague = await upload(console, 'imports/preview', { query: { kind: 'vendas' } });
  expect(vague.body).toMatchObject({ missing: ['Valor'], columns: { createdAt: 'Data' } });
  const body = gzipSync(FILE);
  const preview = await upload(console, 'imports/preview', {
    query: CHOICE,
    body,
    type: 'application/gzip',
  });
  expect(preview.body).toMatchObject({
    kind: 'vendas',
    counts: { new: 2, known: 0, changed: 0, refused: 1 },
    refusals: [{ reason: '“de graça” não é um valor em dinheiro', count: 1, lines: [4] }],
    samples: [{ line: 2, name: 'Ana Souza', value_cents: 1_000, state: 'paid' }, { line: 3 }],
  });
  expect((await get('sales')).items).toEqual([]);
  const { body: started } = await upload(console, 'imports', {
    query: CHOICE,
    body,
    type: 'application/gzip',
  });
  const first = async () => (await get('imports')).items[0];
  await expect.poll(first).toMatchObject({
    id: started.id,
    kind: 'vendas',
    file_name: 'vendas.csv',
    state: 'done',
    created_by: 'ana@escola.test',
    new: 2,
    refused: 1,
  });
  expect((await get('sales')).items).toMatchObject([
    { buyer_name: 'Bia Lima', source: 'import', value_cents: 2_000 },
    { buyer_name: 'Ana Souza', source: 'import', value_cents: 1_000 },
  ]);
  const again = await upload(console, 'imports/preview', { query: { kind: 'vendas' } });
  expect(again.body).toMatchObject({ columns: COLUMNS, counts: { new: 0, known: 2 } });
  expect((await call('POST', `imports/${started.id}/undo`)).status).toBe(204);
  await expect.poll(first).toMatchObject({ state: 'undone' });
  expect((await get('sales')).items).toEqual([]);
  expect((await call('POST', `imports/${started.id}/undo`)).status).toBe(404);
  const folder = join(console.env.DATA_DIR, 'uploads');
  await expect.poll(() => readdirSync(folder)).toEqual([]);
  const audit = await get('audit');
  expect(audit.items.map(({ what }: { what: string }) => what)).toEqual(
    expect.arrayContaining(['import.started', 'import.undone']),
  );
});

const SPEND = [
  'Dia;Nome da campanha;Nome do anúncio;Identificação do anúncio;Impressões;Valor usado (BRL)',
  '2026-03-01;Lançamento;Vídeo;11;100;10,00',
  '2026-03-02;Lançamento;Vídeo;11;100;20,00',
  '2026-03-01;Perpétuo;Foto;12;100;5,00',
  'Total;;;;;35,00',
  '',
].join('\n');

test('imports and undoes ad spend, and lists it by ad, campaign and day', async () => {
  await using console = await startConsoleData();
  const { get, call } = console;
  const overview = { from: null, until: null, tax: 0.1215, pull: null, page_address: null };
  expect(await get('spend')).toEqual(overview);
  const query = { kind: 'meta', name: 'gasto.csv' };
  const { body: started } = await upload(console, 'imports', { query, body: SPEND });
  const first = async () => (await get('imports')).items[0];
  await expect.poll(first).toMatchObject({ kind: 'meta', state: 'done', new: 3, changed: 0 });
  expect(await get('spend')).toMatchObject({ from: '2026-03-01', until: '2026-03-02' });
  const rows = async (query: string) => {
    const { items, next, totals } = await get(`spend/rows?${query}`);
    const names = items.map((item: { campaign: string; ad: string; from: string }) =>
      [item.campaign, item.ad, item.from].join(' '),
    );
    return { names, next, total: totals[0]?.cost_cents };
  };
  expect(await rows('')).toEqual({
    names: ['Lançamento Vídeo 2026-03-01', 'Perpétuo Foto 2026-03-01'],
    next: null,
    total: 3_984,
  });
  expect(await rows('limit=1')).toMatchObject({ next: '1', total: 3_984 });
  expect((await rows('limit=1&after=1')).names).toEqual(['Perpétuo Foto 2026-03-01']);
  expect((await rows('q=LANCAMENTO%20vid')).names).toEqual(['Lançamento Vídeo 2026-03-01']);
  expect((await rows('q=12')).names).toEqual(['Perpétuo Foto 2026-03-01']);
  expect((await rows('by=campaign')).names).toHaveLength(2);
  expect((await rows('by=day&until=2026-03-01')).names).toEqual(['  2026-03-01']);
  expect((await rows('network=google')).names).toEqual([]);
  for (const query of ['from=2026-02-31', 'by=hour', 'after=-1', 'limit=0', 'q=%00']) {
    expect((await call('GET', `spend/rows?${query}`)).status, query).toBe(422);
  }
  await call('POST', `imports/${started.id}/undo`);
  await expect.poll(first).toMatchObject({ state: 'undone' });
  expect(await get('spend')).toEqual(overview);
});

/** Sends all of a body before it reads the response, as browsers do. Returns the response. */
async function sendCompletely({ address, operator }: ConsoleData, path: string, body: Buffer) {
  const sending = request(`${address}/console/v1/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${operator.token}`, 'content-type': 'text/csv' },
  });
  const response = once(sending, 'response');
  await pipeline(Readable.from(body, { objectMode: false }), sending);
  const [answer]: IncomingMessage[] = await response;
  return { status: answer?.statusCode, text: answer && (await readText(answer)) };
}

test.each([
  ['O arquivo é uma planilha', 'PK\x03\x04', 30],
  ['O arquivo tem mais de 64 MB', '\n', 65],
])('reads all of a large upload when it refuses it: %s', async (reason, content, megabytes) => {
  await using console = await startConsoleData();
  const large = Buffer.alloc(megabytes * 1_024 * 1_024, content);
  const { status, text } = await sendCompletely(console, 'imports/preview', large);
  expect([status, text]).toEqual([422, expect.stringContaining(reason)]);
});

test('stores nothing when the upload breaks off, and accepts the next one', async () => {
  await using console = await startConsoleData();
  const { address, operator, get } = console;
  const stop = new AbortController();
  async function* breaking() {
    yield Buffer.from(FILE);
    stop.abort();
    await new Promise(() => undefined);
  }
  const path = `imports?${new URLSearchParams(CHOICE)}`;
  const broken = fetch(`${address}/console/v1/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${operator.token}`, 'content-type': 'text/csv' },
    body: Readable.toWeb(Readable.from(breaking())),
    duplex: 'half',
    signal: stop.signal,
  } as RequestInit);
  await expect(broken).rejects.toThrow();
  await upload(console, 'imports', { query: CHOICE });
  await expect.poll(async () => (await get('imports')).items).toMatchObject([{ state: 'done' }]);
});

test('refuses wrong files and choices, and operators without the role', async () => {
  await using console = await startConsoleData();
  const refusals = [
    await upload(console, 'imports/preview', { body: 'PK\x03\x04' }),
    await upload(console, 'imports/preview', { body: 'not gzip', type: 'application/gzip' }),
    await upload(console, 'imports/preview', { query: { columns: '{' } }),
    await upload(console, 'imports', {}),
  ];
  expect(refusals.map(({ status, body }) => [status, body.field])).toEqual([
    [422, 'file'],
    [422, 'file'],
    [422, 'columns'],
    [422, 'kind'],
  ]);
  const attendant = await console.signIn('bia@escola.test', 'attendant');
  expect((await upload(console, 'imports', { token: attendant.token })).status).toBe(403);
  expect((await upload(console, 'imports', { type: 'text/plain' })).status).toBe(415);
});

test('ends an import or its undoing whose line of the audit trail cannot be written', async () => {
  await using console = await startConsoleData();
  const { database, get, call } = console;
  const refuseAudit = () =>
    sql`create trigger refuse_audit before insert on audit
      begin select raise(abort, 'disk error'); end`.execute(database);
  const acceptAudit = () => sql`drop trigger refuse_audit`.execute(database);
  const readStates = async () =>
    (await get('imports')).items.map(({ state }: { state: string }) => state);

  await refuseAudit();
  expect((await upload(console, 'imports', { query: CHOICE })).status).toBe(500);
  await expect.poll(readStates).toEqual(['undone']);
  await acceptAudit();
  const { body } = await upload(console, 'imports', { query: CHOICE });
  await expect.poll(readStates).toEqual(['done', 'undone']);

  await refuseAudit();
  expect((await call('POST', `imports/${body.id}/undo`)).status).toBe(500);
  await expect.poll(readStates).toEqual(['undone', 'undone']);
  expect(readdirSync(join(console.env.DATA_DIR, 'uploads'))).toEqual([]);
});

test('undoes an import that filled the disk at the second try, and says why', async () => {
  await using console = await startConsoleData();
  // The first try of undoing fails, too, because only the second stores the failure.
  await sql`create trigger fill_disk before update on leases
    when (select failure from imports) is null
    begin select raise(abort, 'database or disk is full'); end`.execute(console.database);
  expect((await upload(console, 'imports', { query: CHOICE })).status).toBe(200);
  await expect
    .poll(async () => (await console.get('imports')).items)
    .toMatchObject([
      { state: 'undone', failure: expect.stringContaining('O disco do servidor está cheio') },
    ]);
});

test('refuses a second import while one runs', async () => {
  await using console = await startConsoleData();
  await takeLease(console.database, 'import', console.now());
  expect(await upload(console, 'imports', { query: CHOICE })).toMatchObject({
    status: 503,
    body: { code: 'busy' },
  });
});
