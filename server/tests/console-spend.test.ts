import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { type ConsoleData, startConsoleData } from './start-console-data.ts';

const FILE = [
  'Dia;Nome da campanha;Nome do anúncio;Identificação do anúncio;Impressões;Valor usado (BRL)',
  '2026-03-01;Lançamento;Vídeo;11;100;10,00',
  '2026-03-02;Lançamento;Vídeo;11;100;20,00',
  '2026-03-01;Perpétuo;Foto;12;100;5,00',
  'Total;;;;;35,00',
  '',
].join('\n');

async function upload(
  { address, operator }: ConsoleData,
  path: string,
  body: string | Uint8Array<ArrayBuffer>,
  { token = operator.token, type = 'text/csv' } = {},
) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': type };
  const response = await fetch(`${address}/console/v1/spend/${path}`, {
    method: 'POST',
    headers,
    body,
  });
  return { status: response.status, body: await response.json() };
}

test('previews and imports a file, and lists the spend by ad, campaign and day', async () => {
  await using console = await startConsoleData();
  const { get } = console;
  expect(await get('spend')).toEqual({
    from: null,
    until: null,
    undoable: [],
    tax: 0.1215,
    pull: null,
  });
  const { body: preview } = await upload(console, 'preview', FILE);
  expect(preview).toEqual({
    network: 'meta',
    rows: 3,
    ads: 2,
    ads_without_id: 0,
    days: 2,
    from: '2026-03-01',
    until: '2026-03-02',
    totals: [{ currency: 'BRL', spend_cents: 3_500, cost_cents: 1_138 + 2_277 + 569 }],
    skipped: { totals: 1, without_spend: 0 },
    replaces: { rows: 0, spend_cents: 0 },
    keeps: { rows: 0, spend_cents: 0 },
  });
  expect((await get('spend')).from).toBeNull();
  const { body: imported } = await upload(console, 'import?network=meta', FILE);
  expect(imported).toEqual({ rows: 3, unchanged: 0, replaced: 0 });
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
  const { items } = await get('audit');
  expect(items[0]).toMatchObject({ what: 'spend.imported', who: 'ana@escola.test' });
});

test('refuses a wrong file with its line, a large one, and other content types', async () => {
  await using console = await startConsoleData();
  const wrong = await upload(console, 'preview', FILE.replace('20,00', 'vinte'));
  expect([wrong.status, wrong.body.code, wrong.body.field]).toEqual([422, 'invalid', 'file']);
  expect(wrong.body.message).toMatch(/^Linha 3: “vinte” não é um valor gasto\. Exporte de novo/);
  for (const path of ['preview', 'import']) {
    const large = new Uint8Array(65 * 1024 * 1024).fill(0x31);
    large.set(Buffer.from(FILE));
    for (let at = FILE.length; at < large.length; at += 1_000) large[at] = 0x0a;
    expect((await upload(console, path, large)).body.message).toMatch(/Linha 6|mais de 64 MB/);
    expect((await upload(console, path, FILE, { type: 'application/json' })).status).toBe(415);
    expect((await upload(console, path, '')).status).toBe(422);
    expect((await upload(console, `${path}?network=tiktok`, FILE)).status).toBe(422);
  }
  expect((await console.get('spend/rows')).items).toEqual([]);
  for (const query of ['from=2026-02-31', 'by=hour', 'after=-1', 'limit=0', 'q=%00']) {
    expect((await console.call('GET', `spend/rows?${query}`)).status, query).toBe(422);
  }
});

/** Sends all of a body before it reads the response, as browsers do. Returns the response. */
async function sendCompletely({ address, operator }: ConsoleData, path: string, body: Buffer) {
  const sending = request(`${address}/console/v1/spend/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${operator.token}`, 'content-type': 'text/csv' },
  });
  const response = once(sending, 'response');
  await pipeline(Readable.from(body, { objectMode: false }), sending);
  const [answer]: IncomingMessage[] = await response;
  return { status: answer?.statusCode, text: answer && (await readText(answer)) };
}

test.each([
  ['O arquivo é uma planilha', 'PK\x03\x04'],
  ['Nenhuma coluna diz quanto foi gasto', 'Nome;Telefone\n'],
])('reads all of a large upload when its first bytes show that %s', async (reason, content) => {
  await using console = await startConsoleData();
  const large = Buffer.alloc(30 * 1024 * 1024, content);
  for (const path of ['preview', 'import']) {
    const { status, text } = await sendCompletely(console, path, large);
    expect([status, text]).toEqual([422, expect.stringContaining(reason)]);
  }
});

test('stores nothing when the upload breaks off, and accepts the next one', async () => {
  await using console = await startConsoleData();
  const stop = new AbortController();
  async function* breaking() {
    yield Buffer.from(FILE.replace(/Total.*\n/, ''));
    for (let n = 0; n < 200; n += 1) {
      yield Buffer.from(`2026-03-01;Lançamento;Vídeo;${n + 100};100;1,00\n`.repeat(100));
    }
    stop.abort();
    await new Promise(() => undefined);
  }
  const { address, operator } = console;
  const broken = fetch(`${address}/console/v1/spend/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${operator.token}`, 'content-type': 'text/csv' },
    body: Readable.toWeb(Readable.from(breaking())),
    duplex: 'half',
    signal: stop.signal,
  } as RequestInit);
  await expect(broken).rejects.toThrow();
  await expect.poll(async () => (await upload(console, 'import', FILE)).status).toBe(200);
  expect((await console.get('spend/rows')).items).toHaveLength(2);
});

test('undoes the last file of a network', async () => {
  await using console = await startConsoleData();
  await upload(console, 'import', FILE);
  expect((await console.get('spend')).undoable).toEqual([{ id: 1, network: 'meta' }]);
  expect((await console.call('POST', 'spend/imports/1/undo')).status).toBe(204);
  expect(await console.get('spend')).toMatchObject({ from: null, undoable: [] });
  expect((await console.call('POST', 'spend/imports/1/undo')).status).toBe(404);
});

test('lets managers in, and attendants not', async () => {
  await using console = await startConsoleData();
  const manager = await console.signIn('bia@escola.test', 'manager');
  const attendant = await console.signIn('caio@escola.test', 'attendant');
  expect((await upload(console, 'import', FILE, manager)).status).toBe(200);
  expect((await upload(console, 'import', FILE, attendant)).status).toBe(403);
  const undo = 'spend/imports/1/undo';
  expect((await console.call('POST', undo, undefined, attendant.token)).status).toBe(403);
  expect((await console.call('POST', undo, undefined, manager.token)).status).toBe(204);
  for (const path of ['spend', 'spend/rows']) {
    expect((await console.call('GET', path, undefined, manager.token)).status).toBe(200);
    expect((await console.call('GET', path, undefined, attendant.token)).status).toBe(403);
  }
});
