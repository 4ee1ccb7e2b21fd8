import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startReceiver } from './start-receiver.ts';

const PROCESS = join(import.meta.dirname, 'delivering-process.ts');

interface Terms {
  /** Of the database. */
  readonly env: Readonly<Record<string, string>>;
  /** Processes at once. */
  readonly replicas: number;
  readonly kills: number;
  /** How long the receiver takes, and a killed process's deliveries stay taken: ms. */
  readonly answerAfter: number;
  readonly lease: number;
  /** Longest rest between two kills, in ms. */
  readonly rest: number;
  /** Adds the endpoint. */
  prepare(url: string): Promise<void>;
  /** Stores a batch of leads before each kill, and returns how many. */
  store(): Promise<number>;
}

export interface Toll {
  /** Requests that came, by the delivery's id. */
  readonly ids: ReadonlyMap<string, { readonly times: number[]; readonly subject: string }>;
  readonly seconds: number;
}

/** Has processes deliver, kills one of them again and again, and notes what arrived. */
export async function killDeliveries(terms: Terms): Promise<Toll> {
  const ids = new Map<string, { times: number[]; subject: string }>();
  await using receiver = await startReceiver((response, { headers, body }) => {
    const id = String(headers['webhook-id']);
    const known = ids.get(id);
    if (known) known.times.push(Date.now());
    else ids.set(id, { times: [Date.now()], subject: JSON.parse(body).data.lead_ref });
    setTimeout(() => response.writeHead(204).end(), terms.answerAfter);
  });
  await terms.prepare(`${receiver.address}/`);
  let wanted = 0;
  const start = () =>
    spawn(process.execPath, [PROCESS], {
      env: { ...process.env, ENV_FILE: '', ...terms.env, LEASE: String(terms.lease) },
      stdio: 'inherit',
    });
  const begin = performance.now();
  const running: ChildProcess[] = Array.from({ length: terms.replicas }, start);
  let kills = 0;
  try {
    for (; kills < terms.kills; kills += 1) {
      const before = ids.size;
      wanted += await terms.store();
      while (ids.size === before) await pause(5);
      await pause(Math.random() * terms.rest);
      const place = kills % running.length;
      const victim = running[place];
      if (!victim) throw new Error('At least one process delivers.');
      const ended = once(victim, 'exit');
      victim.kill('SIGKILL');
      await ended;
      running[place] = start();
    }
    const patience = performance.now() + 60_000 + 4 * terms.lease;
    while (ids.size < wanted && performance.now() < patience) await pause(50);
    await pause(2 * terms.answerAfter);
  } finally {
    const ended = running.map((child) => once(child, 'exit'));
    for (const child of running) child.kill('SIGKILL');
    await Promise.all(ended);
  }
  return { ids, seconds: (performance.now() - begin) / 1000 };
}
