import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { takeLease } from '../src/store/lease.ts';
import { type ConsoleData, startConsoleData } from './start-console-data.ts';

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

test('refuses a second import while one runs', async () => {
  await using console = await startConsoleData();
  await takeLease(console.database, 'import', console.now());
  expect(await upload(console, 'imports', { query: CHOICE })).toMatchObject({
    status: 503,
    body: { code: 'busy' },
  });
});
