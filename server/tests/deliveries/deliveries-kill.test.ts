import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startReceiver } from '../../../testkit/fakes/receiver.ts';
import { makeLead } from '../../../testkit/rows.ts';
import { openDeliveries } from './open-deliveries.ts';

const DELIVERING_PROCESS = join(import.meta.dirname, '../../../testkit/delivering-process.ts');
/** Kills per test: on PostgreSQL, one of each replica. */
const KILLS = 3;
/** More than the concurrent attempts, so that some deliveries wait at each kill. */
const LEADS_PER_KILL = 80;
const ANSWER_DELAY_MS = 40;
/** The longest random pause before a kill. */
const MAX_PAUSE_MS = 60;
/** Changes and deliveries that the processes still have to work off. */
const WAITING = `
  select key from funil.changes
  union all select subject from funil.deliveries where state = 'waiting'`;

async function kill(child: ChildProcess | undefined) {
  const ended = child && once(child, 'exit');
  child?.kill('SIGKILL');
  await ended;
}

test.each([
  ['SQLite', 1],
  ['PostgreSQL', 3],
])(
  '%s, %i processes: delivers each event under one id while processes are killed',
  async (kind, replicas) => {
    await using opened = await openDeliveries(kind);
    /** The delivered leads by the delivery's id. */
    const delivered = new Map<string, string>();
    await using receiver = await startReceiver((response, { headers, body }) => {
      delivered.set(String(headers['webhook-id']), JSON.parse(body).data.lead_ref);
      setTimeout(() => response.writeHead(204).end(), ANSWER_DELAY_MS);
    });
    await opened.addEndpoint(`${receiver.address}/`);
    const settings = { ENV_FILE: '', WEBHOOK_ALLOW_PRIVATE: 'true', LEASE: '1000' };
    const env = { ...process.env, ...settings, ...opened.env };
    const start = () => spawn(process.execPath, [DELIVERING_PROCESS], { env, stdio: 'inherit' });
    const running = Array.from({ length: replicas }, start);
    await using _ends = {
      async [Symbol.asyncDispose]() {
        await Promise.all(running.map(kill));
      },
    };
    const keys: string[] = [];
    for (let kills = 0; kills < KILLS; kills += 1) {
      const before = delivered.size;
      const added = Array.from({ length: LEADS_PER_KILL }, () => randomUUID());
      await Promise.all(added.map((key) => opened.store('leads', makeLead(), key)));
      keys.push(...added);
      await expect.poll(() => delivered.size, { interval: 5 }).toBeGreaterThan(before);
      await pause(Math.random() * MAX_PAUSE_MS);
      const index = kills % replicas;
      await kill(running[index]);
      running[index] = start();
    }
    await expect.poll(() => delivered.size).toBeGreaterThanOrEqual(keys.length);
    // A delivery under a second id would be among these.
    await expect.poll(() => opened.query(WAITING)).toEqual([]);
    expect([...delivered.values()].toSorted()).toEqual(keys.toSorted());
  },
);
