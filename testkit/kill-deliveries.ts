import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startReceiver } from './start-receiver.ts';

const PROCESS = join(import.meta.dirname, 'delivering-process.ts');

interface Options {
  readonly env: Readonly<Record<string, string>>;
  readonly replicas: number;
  readonly kills: number;
  readonly answerDelayMs: number;
  readonly leaseMs: number;
  /** Maximum random pause before each kill. */
  readonly maxPauseMs: number;
  /** Adds the endpoint. */
  prepare(url: string): Promise<void>;
  /** Stores a batch of leads before each kill, and returns how many. */
  store(): Promise<number>;
}

export interface KillResult {
  /** Received requests by the delivery's id. */
  readonly ids: ReadonlyMap<string, { readonly arrivals: number; readonly subject: string }>;
  readonly seconds: number;
}

/** Kills delivering processes repeatedly, and records the received requests. */
export async function killDeliveries(options: Options): Promise<KillResult> {
  const ids = new Map<string, { arrivals: number; subject: string }>();
  await using receiver = await startReceiver((response, { headers, body }) => {
    const id = String(headers['webhook-id']);
    const delivery = ids.get(id);
    if (delivery) delivery.arrivals += 1;
    else ids.set(id, { arrivals: 1, subject: JSON.parse(body).data.lead_ref });
    setTimeout(() => response.writeHead(204).end(), options.answerDelayMs);
  });
  await options.prepare(`${receiver.address}/`);
  let stored = 0;
  const start = () =>
    spawn(process.execPath, [PROCESS], {
      env: { ...process.env, ENV_FILE: '', ...options.env, LEASE: String(options.leaseMs) },
      stdio: 'inherit',
    });
  const begin = performance.now();
  const running: ChildProcess[] = Array.from({ length: options.replicas }, start);
  let kills = 0;
  try {
    for (; kills < options.kills; kills += 1) {
      const before = ids.size;
      stored += await options.store();
      while (ids.size === before) await pause(5);
      await pause(Math.random() * options.maxPauseMs);
      const index = kills % running.length;
      const child = running[index];
      if (!child) throw new Error('replicas must be at least 1');
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      running[index] = start();
    }
    while (ids.size < stored) await pause(50);
    await pause(2 * options.answerDelayMs);
  } finally {
    const ended = running.map((child) => once(child, 'exit'));
    for (const child of running) child.kill('SIGKILL');
    await Promise.all(ended);
  }
  return { ids, seconds: (performance.now() - begin) / 1000 };
}
