import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runQuery, startPostgres } from '../../../testkit/databases/start-postgres.ts';
import { makeLead } from '../../../testkit/rows.ts';
import { postRows, startApp } from '../../../testkit/start-app.ts';
import { startServer } from '../../../testkit/start-process.ts';
import { createPostgresStore } from '../../src/store/postgres/store.ts';
import { startRoundRobin } from './round-robin.ts';

/** Sends one lead as the page does: with the same key until it is acknowledged. */
async function sendUntilStored(
  address: string,
  onRefusal: () => void,
): Promise<{ key: string; attempts: number }> {
  const headers = { 'idempotency-key': randomUUID(), 'x-visitor': '203.0.113.7' };
  for (let attempts = 1; ; attempts += 1) {
    try {
      const response = await postRows(address, 'leads', makeLead(), headers);
      if (response.status === 201) return { key: headers['idempotency-key'], attempts };
    } catch {
      // The connection broke: the row may or may not be stored.
    }
    onRefusal();
    await pause(50);
  }
}

test('loses and repeats nothing when one of three replicas is killed and PostgreSQL restarts', async () => {
  await using postgres = await startPostgres();
  const database = await postgres.createDatabase();
  const env = { DATABASE_URL: database, RATE_LIMIT: '0', TRUST_PROXY: '1' };
  await using first = await startServer(env);
  await using second = await startServer(env);
  await using third = await startServer(env);
  await using proxy = await startRoundRobin([first.address, second.address, third.address]);

  const stored: { key: string; attempts: number }[] = [];
  let refused = 0;
  const onRefusal = () => {
    refused += 1;
  };
  let isOver = false;
  const clients = Array.from({ length: 24 }, async () => {
    while (!isOver) stored.push(await sendUntilStored(proxy.address, onRefusal));
  });
  await expect.poll(() => stored.length).toBeGreaterThan(100);
  await third.stop('SIGKILL');
  await expect.poll(() => stored.length).toBeGreaterThan(250);
  await postgres.stop();
  const refusedBefore = refused;
  await expect.poll(() => refused).toBeGreaterThan(refusedBefore);
  const before = stored.length;
  await postgres.start();
  await expect.poll(() => stored.length).toBeGreaterThan(before + 100);
  isOver = true;
  await Promise.all(clients);

  const rows = await runQuery(database, 'select idempotency_key from public.leads');
  const keys = rows.map((row) => row.idempotency_key);
  expect(keys).toHaveLength(stored.length);
  expect(new Set(keys)).toEqual(new Set(stored.map(({ key }) => key)));
  expect(stored.some(({ attempts }) => attempts > 1)).toBe(true);
});

test('counts requests against the rate limit across replicas', async () => {
  await using postgres = await startPostgres();
  const address = await postgres.createDatabase();
  const startReplica = () =>
    startApp({
      env: { RATE_LIMIT: '30', TRUST_PROXY: '1' },
      store: createPostgresStore(address, () => {}),
    });
  await using first = await startReplica();
  await using second = await startReplica();
  await using proxy = await startRoundRobin([first.address, second.address]);
  const send = (visitor: string) =>
    postRows(proxy.address, 'leads', makeLead(), { 'x-visitor': visitor });

  const answers = await Promise.all(Array.from({ length: 90 }, () => send('203.0.113.7')));
  const statuses = answers.map((response) => response.status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(30);
  expect(statuses.filter((status) => status === 429)).toHaveLength(60);
  expect((await send('203.0.113.8')).status).toBe(201);

  const refused = await send('203.0.113.7');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  const counted = await runQuery(address, 'select address::text from funil.rate_limits');
  expect(JSON.stringify(counted)).not.toContain('203.0');
});
