import { gzipSync } from 'node:zlib';
import { PLATFORM_NAMES } from '@funil/contract/sales/platforms';
import { expect, test } from 'vitest';
import { SIMULATORS } from '../../../testkit/simulate/platforms/simulators.ts';
import type { NoticeAdapter } from '../../src/sales/notices/notice.ts';
import { ADAPTERS } from '../../src/sales/platforms/adapters.ts';
import { connectRaw } from '../http/raw-connection.ts';
import { STORES } from '../store/open-test-store.ts';
import { SECRETS, sampleText, send, startSales } from './start-sales.ts';

const PAID = PLATFORM_NAMES.map(
  (name) => [name, `${name}/${SIMULATORS[name].samples.paid}`] as const,
);

test.each(STORES)('%s: stores a notice of each platform, bytes unchanged', async (kind) => {
  await using sales = await startSales(kind, { hasUpdater: false });
  for (const [platform, name] of PAID) {
    const response = await send(sales.address, platform, sampleText(name));
    expect(response.status).toBe(200);
    const rows = await sales.query(
      `select proof, body from funil.notices where platform = '${platform}'`,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.proof).toEqual(expect.any(String));
    expect(Buffer.from(rows[0]?.body as Uint8Array).toString()).toBe(sampleText(name));
  }
});

test('unpacks a compressed notice of each platform, up to 256 KiB', async () => {
  await using sales = await startSales('SQLite', { hasUpdater: false });
  const packed = { 'content-encoding': 'gzip' };
  for (const [platform, name] of PAID) {
    const { status } = await send(sales.address, platform, sampleText(name), packed);
    expect([platform, status]).toEqual([platform, 200]);
    const rows = await sales.query(`select body from funil.notices where platform = '${platform}'`);
    expect(Buffer.from(rows[0]?.body as Uint8Array).toString()).toBe(sampleText(name));
  }
  const large = `{"x":"${'a'.repeat(256 * 1024)}"}`;
  expect((await send(sales.address, 'hotmart', large, packed)).status).toBe(413);
  const headers = { 'content-encoding': 'GZIP', 'x-hotmart-hottok': 'hotmart-de-teste' };
  const post = { method: 'POST', headers, body: gzipSync('{"packed": true}') };
  expect((await fetch(`${sales.address}/postbacks/hotmart`, post)).status).toBe(200);
  const [row] = await sales.query('select body from funil.notices order by id desc limit 1');
  expect(Buffer.from(row?.body as Uint8Array).toString()).toBe('{"packed": true}');
});

test('accepts a notice whatever its content type says', async () => {
  await using sales = await startSales('SQLite', { hasUpdater: false });
  for (const type of ['json', '', 'application/json, application/json']) {
    const response = await send(sales.address, 'hotmart', '{}', { 'content-type': type });
    expect([type, response.status]).toEqual([type, 200]);
  }
});

test.each(STORES)('%s: answers 200 to a repeated notice and stores it once', async (kind) => {
  await using sales = await startSales(kind);
  const body = sampleText('hotmart/approved');
  const answers = await Promise.all([1, 2, 3].map(() => send(sales.address, 'hotmart', body)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await send(sales.address, 'hotmart', body)).status).toBe(200);
  const [row] = await sales.query('select count(*) as n from funil.notices');
  expect(Number(row?.n)).toBe(1);
});

test('accepts the secret of any of a platform’s accounts, and answers 404 for a platform without one', async () => {
  const env = { HOTMART_HOTTOK: 'outra-conta, hotmart-de-teste,', KIWIFY_TOKEN: ' , ,' };
  await using sales = await startSales('SQLite', { env, hasUpdater: false });
  const statusOf = async (secret: string) =>
    (await send(sales.address, 'hotmart', '{}', { 'x-hotmart-hottok': secret })).status;
  for (const secret of ['outra-conta', 'hotmart-de-teste'])
    expect(await statusOf(secret)).toBe(200);
  for (const wrong of [env.HOTMART_HOTTOK, ',', '']) expect(await statusOf(wrong)).toBe(401);
  for (const unknown of ['kiwify', 'constructor']) {
    expect((await send(sales.address, unknown, '{}')).status).toBe(404);
  }
});

test('accepts a notice at an address that ends with a slash, and still counts its refusals', async () => {
  const refused: string[] = [];
  await using sales = await startSales('SQLite', {
    hasUpdater: false,
    onRefused: (platform, reason) => refused.push(`${platform} ${reason}`),
  });
  const paid = sampleText('hotmart/approved');
  expect((await send(sales.address, 'hotmart/', paid, { 'x-hotmart-hottok': 'x' })).status).toBe(
    401,
  );
  await expect.poll(() => refused).toEqual(['hotmart proof']);
  const secret = { 'x-hotmart-hottok': 'hotmart-de-teste' };
  expect((await send(sales.address, 'hotmart/', paid, secret)).status).toBe(200);
  const { status, headers } = await fetch(`${sales.address}/postbacks/hotmart/`);
  expect([status, headers.get('allow')]).toEqual([405, 'POST']);
});

test('answers 429 to a flood of large unauthenticated bodies and still accepts authenticated notices', async () => {
  const env = { ...SECRETS, TRUST_PROXY: '1' };
  await using sales = await startSales('SQLite', { env, hasUpdater: false });
  const flood = () =>
    fetch(`${sales.address}/postbacks/kiwify?signature=${'0'.repeat(40)}`, {
      method: 'POST',
      headers: { 'x-forwarded-for': '203.0.113.1' },
      body: '7'.repeat(200 * 1024),
    }).then(
      ({ status }) => status,
      () => 'closed',
    );
  // The limit is one per second, which a slow machine may not exceed at first, so the flood is repeated.
  const answers = new Set<unknown>();
  const sendMany = async () => {
    for (const answer of await Promise.all(Array.from({ length: 16 }, flood))) answers.add(answer);
    return answers.size;
  };
  await expect.poll(sendMany).toBeGreaterThan(1);
  expect([401, 429, 'closed']).toEqual(expect.arrayContaining([...answers]));
  expect((await send(sales.address, 'kiwify', sampleText('kiwify/approved'))).status).toBe(200);
  expect((await send(sales.address, 'hotmart', '7'.repeat(200 * 1024))).status).toBe(200);
});

test('counts no notice against its address once its signature is proven', async () => {
  const env = { ...SECRETS, TRUST_PROXY: '1' };
  await using sales = await startSales('SQLite', { env, hasUpdater: false });
  const statuses = new Set<number>();
  for (let size = 200; size < 230; size += 1) {
    const body = sampleText('kiwify/approved') + ' '.repeat(size * 1024);
    const headers = { 'x-forwarded-for': '203.0.113.1' };
    statuses.add((await send(sales.address, 'kiwify', body, headers)).status);
  }
  expect([...statuses]).toEqual([200]);
});

test('refuses unauthenticated bodies over the limit unread, and counts them', async () => {
  const env = { ...SECRETS, TRUST_PROXY: '1' };
  await using sales = await startSales('SQLite', { env, hasUpdater: false });
  const path = `/postbacks/kiwify?signature=${'0'.repeat(40)}`;
  const head = `POST ${path} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 203.0.113.1\r\n`;
  const large = 'a'.repeat(300 * 1024);
  const chunk = `${large.length.toString(16)}\r\n${large}\r\n`;
  const send = (rest: string) => firstLine(sales.address, head + rest);
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => send(`transfer-encoding: chunked\r\n\r\n${chunk}`)),
  );
  expect(answers).toContain('HTTP/1.1 413 Payload Too Large');
  expect(answers).toContain('HTTP/1.1 429 Too Many Requests');
  expect(await send('content-length: 3000000\r\n\r\n')).toBe('HTTP/1.1 429 Too Many Requests');
});

test('accepts 256 KiB, and not one byte more', async () => {
  await using sales = await startSales('SQLite', { hasUpdater: false });
  const largest = `{"x":"${'a'.repeat(256 * 1024 - 8)}"}`;
  expect((await send(sales.address, 'hotmart', largest)).status).toBe(200);
  expect((await send(sales.address, 'hotmart', `${largest} `)).status).toBe(413);
});

test('stores unreadable notices with a reason, without delaying others', async () => {
  await using sales = await startSales('SQLite');
  const paid = sampleText('hotmart/approved');
  const hostile = [
    'nada',
    '['.repeat(200_000),
    paid.replaceAll(/"value": 1497.1/g, '"value": "mil reais"'),
    paid.replaceAll('1793732', '1993732'),
  ];
  for (const body of hostile) {
    expect((await send(sales.address, 'hotmart', body)).status).toBe(200);
  }
  expect((await send(sales.address, 'hotmart', paid.replaceAll('HP26', 'HP27'))).status).toBe(200);
  await expect
    .poll(() => sales.query('select "transaction", value_cents from funil.sales'))
    .toEqual([{ transaction: 'HP2711031844', value_cents: expect.anything() }]);
  const rows = await sales.query(
    'select read_error from funil.notices where read_error is not null order by id',
  );
  expect(rows.map(({ read_error }) => read_error)).toEqual(['json', 'deep', 'value', 'future']);
  expect(sales.errors).toEqual([]);
});

test('reads failed and misread notices again with a newer adapter', async () => {
  await using sales = await startSales('SQLite');
  const stored = () => sales.query('select "transaction", value_cents from funil.sales order by 1');
  await send(sales.address, 'hotmart', 'novo formato');
  await send(sales.address, 'hotmart', sampleText('hotmart/approved'));
  const reasons = () => sales.query('select read_error from funil.notices order by id');
  await expect.poll(reasons).toEqual([{ read_error: 'json' }, { read_error: null }]);
  // An unread notice has no reason either, so the sale shows that the second one was read.
  await expect.poll(stored).toEqual([{ transaction: 'HP2611031844', value_cents: 149_710 }]);
  await sales.stopUpdater();
  const body = Buffer.from(sampleText('hotmart/approved'));
  const newer: NoticeAdapter = {
    ...ADAPTERS.hotmart,
    adapterVersion: ADAPTERS.hotmart.adapterVersion + 1,
    read(received) {
      const reading = ADAPTERS.hotmart.read({ ...received, body });
      if (!reading.ok) return reading;
      const name = received.body.length < 100 ? 'HP1' : 'HP2';
      const other = { valueCents: 7, saleKey: name, transaction: name };
      return { ok: true, notice: { ...reading.notice, ...other } };
    },
  };
  sales.startUpdater({ ...ADAPTERS, hotmart: newer });
  await expect.poll(stored).toEqual([
    { transaction: 'HP1', value_cents: 7 },
    { transaction: 'HP2', value_cents: 7 },
  ]);
});

test('logs neither secrets nor personal data', async () => {
  await using sales = await startSales('SQLite');
  await send(sales.address, 'ticto', sampleText('ticto/authorized'));
  await fetch(`${sales.address}/postbacks/tmb?token=tmb-de-teste`, {
    method: 'POST',
    body: sampleText('tmb/effected'),
  });
  const text = sales.log.join('\n');
  expect(text).toContain('/postbacks/tmb');
  expect(text).not.toMatch(/de-teste|Rute|Otávio|example\.com/);
});

/** Sends raw bytes and returns the first line of the response. */
async function firstLine(address: string, bytes: string): Promise<string> {
  await using connection = await connectRaw(address);
  void connection.send(bytes);
  await expect.poll(connection.response).toContain('\r\n');
  return connection.response().split('\r\n', 1)[0] ?? '';
}
