import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { configOf } from '../../../testkit/config-of.ts';
import { startPushService } from '../../../testkit/fake-push.ts';
import { makeLead } from '../../../testkit/rows.ts';
import { readOrCreatePublicPushKey, storeDevice } from '../../src/operators/push-devices.ts';
import { openSession } from '../../src/operators/sessions.ts';
import { loadServerKeys } from '../../src/settings/secrets-key.ts';
import { openDeliveries } from './open-deliveries.ts';

const PROCESS = join(import.meta.dirname, '../../../testkit/delivering-process.ts');
const CLIENT = { address: '127.0.0.1', userAgent: 'test' };
const LEADS_PER_KILL = 40;
const KILLS = 4;
const MAX_PAUSE_MS = 60;

/** Returns the number of leads in a push's title. */
const countIn = (title: unknown): number => Number.parseInt(String(title), 10) || 1;

test('tells of each lead in one notification while processes are killed', async () => {
  await using opened = await openDeliveries();
  await using service = await startPushService();
  const env = {
    ...opened.env,
    CONSOLE_URL: 'https://painel.escola.test',
    WEBHOOK_ALLOW_PRIVATE: 'true',
  };
  await using database = await opened.open();
  const keys = loadServerKeys(configOf(env));
  if (!keys) throw new Error('no key');
  await readOrCreatePublicPushKey(database, keys);
  const id = randomUUID();
  await database
    .insertInto('operators')
    .values({ id, email: 'ana@escola.test', password: '$argon2id$of nobody', role: 'owner' })
    .execute();
  const opening = { operatorId: id, method: 'password', client: CLIENT } as const;
  const session = await openSession(database, opening, Date.now());
  const settings = { kinds: ['lead' as const], is_quiet: false, shows_names: false };
  const device = { ...service.subscribe(), ...settings, user_agent: 'test' };
  await storeDevice(database, { id, sessionId: session.id }, device, Date.now());
  // So long that a kill comes between a push and its result.
  service.delay(MAX_PAUSE_MS);
  const start = () =>
    spawn(process.execPath, [PROCESS], {
      env: { ...process.env, ENV_FILE: '', ...env, LEASE: '1000' },
      stdio: 'inherit',
    });
  let child = start();
  async function restart() {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    child = start();
  }
  const count = async (condition: string) =>
    (await opened.query(`select id from funil.deliveries ${condition}`)).length;
  const countWaiting = () => count("where state = 'waiting'");
  const stored = KILLS * LEADS_PER_KILL;
  try {
    for (let kills = 0; kills < KILLS; kills += 1) {
      const before = service.received.length;
      const keysOf = Array.from({ length: LEADS_PER_KILL }, () => randomUUID());
      await Promise.all(keysOf.map((key) => opened.store('leads', makeLead(), key)));
      await expect.poll(() => service.received.length, { interval: 5 }).toBeGreaterThan(before);
      // Pauses of random length let kills fall before and after the push is stored.
      await pause(Math.random() * MAX_PAUSE_MS);
      await restart();
    }
    await expect.poll(() => count('')).toBe(stored);
    for (let waiting = stored + 1; waiting > 0; ) {
      await expect.poll(countWaiting).toBeLessThan(waiting);
      waiting = await countWaiting();
      // A restarted process pushes what waits at once, and not a minute after the last push.
      await restart();
    }
  } finally {
    child.kill('SIGKILL');
  }
  const told = service.shown().map(({ title }) => countIn(title));
  expect(told.reduce((sum, one) => sum + one, 0)).toBe(stored);
  expect(service.errors).toEqual([]);
});
