import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findPort } from '../testkit/find-port.ts';
import { Funil } from '../testkit/funil.ts';
import { type DatabaseSettings, onBothDatabases } from './databases.ts';
import {
  type FigureTable,
  NO_RATE_LIMIT,
  readMemory,
  saturate,
  sendLeads,
  summarize,
} from './load.ts';

const BURST_SECONDS = 6;
/** The load of the agreed rate runs longer, so that background work takes part in it. */
const STEADY_SECONDS = 20;

/** The server does not write, so that the figures of two machines can be compared. */
async function measureMachine(rounds: number): Promise<string> {
  const perSecond: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await using funil = new Funil({
      env: NO_RATE_LIMIT,
      main: join(import.meta.dirname, 'no-write-server.ts'),
    });
    await funil.start();
    perSecond.push(await saturate(funil.url, BURST_SECONDS));
  }
  return summarize(perSecond);
}

async function measureCapture(settings: DatabaseSettings, rounds: number) {
  const perSecond: number[] = [];
  const steady: string[] = [];
  const memory: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await using funil = new Funil({
      env: { ...settings, ...NO_RATE_LIMIT, CONSOLE_PORT: String(await findPort()) },
    });
    await funil.start();
    steady.push(await sendLeads(funil.url, STEADY_SECONDS));
    perSecond.push(await saturate(funil.url, BURST_SECONDS));
    await pause(BURST_SECONDS * 1_000);
    memory.push(readMemory(funil.pid).now);
    await funil.stop();
  }
  return {
    'leads/s at full speed': summarize(perSecond),
    'leads at 200/s': steady.join(', '),
    'memory after the burst, MB': summarize(memory),
  };
}

/** The console runs, too. Load and server share the machine. */
export async function benchCapture(rounds: number): Promise<FigureTable> {
  const machine = await measureMachine(rounds);
  return {
    'requests/s without writing': { 'this machine': machine },
    ...(await onBothDatabases((settings) => measureCapture(settings, rounds))),
  };
}
