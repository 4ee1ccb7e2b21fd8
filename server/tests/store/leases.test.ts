import { spawnSync } from 'node:child_process';
import { hostname } from 'node:os';
import { MINUTE_MS } from '@funil/contract/durations';
import { expect, test, vi } from 'vitest';
import { databaseNow } from '../../src/store/clock/database-clock.ts';
import type { Database } from '../../src/store/database.ts';
import {
  readHeldLeases,
  releaseLease,
  renewLease,
  takeLease,
  withLease,
} from '../../src/store/lease.ts';
import { openDeliveries } from '../deliveries/open-deliveries.ts';
import { STORES } from './open-test-store.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');

test.each(STORES)('%s: gives a lease to one of several processes at a time', async (kind) => {
  await using opened = await openDeliveries(kind);
  await using other = await opened.open();
  const taken = await Promise.all([
    takeLease(opened.database, 'a', NOW),
    takeLease(other, 'a', NOW),
  ]);
  const [lease] = taken.filter((lease) => lease !== null);
  expect(taken.filter((lease) => lease !== null)).toHaveLength(1);
  expect(await takeLease(other, 'b', NOW)).not.toBeNull();
  expect(await readHeldLeases(other, NOW)).toEqual(new Set(['a', 'b']));
  await releaseLease(opened.database, lease ?? { name: '', holder: '' });
  expect(await takeLease(other, 'a', NOW)).not.toBeNull();
});

test('gives an expired lease to another process, and does not renew it for the first', async () => {
  await using opened = await openDeliveries();
  const { database } = opened;
  const deadLease = await takeLease(database, 'a', NOW);
  if (deadLease === null) return expect.unreachable();
  expect(await renewLease(database, deadLease, NOW + MINUTE_MS)).toBe(true);
  expect(await takeLease(database, 'a', NOW + 3 * MINUTE_MS - 1)).toBeNull();
  expect(await takeLease(database, 'a', NOW + 3 * MINUTE_MS)).not.toBeNull();
  expect(await renewLease(database, deadLease, NOW + 3 * MINUTE_MS)).toBe(false);
});

test('gives away a lease taken before the clock was set back', async () => {
  await using opened = await openDeliveries();
  await takeLease(opened.database, 'a', NOW + 60 * MINUTE_MS);
  expect(await readHeldLeases(opened.database, NOW)).toEqual(new Set());
  expect(await takeLease(opened.database, 'a', NOW)).not.toBeNull();
});

/** Takes the lease in the name of another process. */
async function takeAs(
  database: Database,
  { host = hostname(), pid = process.pid, laterSeconds = 0 },
) {
  await takeLease(database, 'a', NOW);
  const { holder } = await database.selectFrom('leases').select('holder').executeTakeFirstOrThrow();
  const [, , startedAt, id] = holder.split('/');
  const other = [host, pid, Number(startedAt) + laterSeconds, id].join('/');
  await database.updateTable('leases').set({ holder: other }).execute();
}

test.each([
  ['an ended process', { pid: spawnSync('true').pid }],
  ['an earlier process with this process id', { laterSeconds: -60 }],
])('SQLite: gives away the lease of %s at once', async (_name, owner) => {
  await using opened = await openDeliveries();
  await takeAs(opened.database, owner);
  expect(await readHeldLeases(opened.database, NOW)).toEqual(new Set());
  expect(await takeLease(opened.database, 'a', NOW)).not.toBeNull();
});

test.each([
  ['SQLite', 'a running process', { pid: process.ppid }],
  ['SQLite', 'another machine', { host: 'outra', pid: spawnSync('true').pid }],
  ['PostgreSQL', 'a process of an unknown machine', { pid: spawnSync('true').pid }],
])('%s: keeps the lease of %s', async (kind, _name, owner) => {
  await using opened = await openDeliveries(kind);
  await takeAs(opened.database, owner);
  expect(await readHeldLeases(opened.database, NOW)).toEqual(new Set(['a']));
  expect(await takeLease(opened.database, 'a', NOW)).toBeNull();
});

test('returns the result of work whose lease cannot be released', async () => {
  await using opened = await openDeliveries();
  const { database } = opened;
  const run = async () => {
    await database.schema.dropTable('leases').execute();
    return 'done';
  };
  expect(await withLease(database, { name: 'a', now: () => NOW, run })).toBe('done');
});

test('runs work only with its lease, and releases the lease when the work fails', async () => {
  await using opened = await openDeliveries();
  const lease = { name: 'a', now: () => NOW };
  const failing = withLease(opened.database, {
    ...lease,
    async run() {
      expect(await withLease(opened.database, { ...lease, run: async () => 'twice' })).toBeNull();
      throw new Error('broken');
    },
  });
  await expect(failing).rejects.toThrow('broken');
  expect(await withLease(opened.database, { ...lease, run: async () => 'again' })).toBe('again');
});

test('PostgreSQL: gives no held lease to a server whose clock is ahead', async () => {
  await using opened = await openDeliveries('PostgreSQL');
  const { database } = opened;
  const held = await takeLease(database, 'a', databaseNow());
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * MINUTE_MS });
  try {
    await using ahead = await opened.open();
    expect(await readHeldLeases(ahead, databaseNow())).toEqual(new Set(['a']));
    expect(await takeLease(ahead, 'a', databaseNow())).toBeNull();
  } finally {
    vi.useRealTimers();
  }
  await using _ = await opened.open();
  expect(held && (await renewLease(database, held, databaseNow()))).toBe(true);
});
