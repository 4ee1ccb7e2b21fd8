import { setTimeout as pause } from 'node:timers/promises';
import type { ConsoleDesk } from './console-desk.ts';
import { askFor, day } from './console-questions.ts';
import { sendLeadsBesideBusyCore, sendLeadsSteadily } from './send-leads.ts';

const SECONDS = 10;
/** Leads a second: far more than any launch, and less than the machine can. */
const RATE = 1_000;
/** Between an operator's two questions, in ms. */
const PAUSE = 20;

const REPORT = `report?from=${day(29)}&until=${day(0)}`;

/** An operator who never rests: lists, searches, filters, and a month's report now and then. */
async function askOn(desk: ConsoleDesk, signal: AbortSignal): Promise<number> {
  let asked = 0;
  for (let round = 1; !signal.aborted; round += 1) {
    for (const [, path] of [...askFor(round), ['a report', REPORT]] as const) {
      if (signal.aborted) break;
      const response = await fetch(`${desk.url}/console/v1/${path}`, { headers: desk.headers });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      asked += 1;
      await pause(PAUSE);
    }
  }
  return asked;
}

export interface Captures {
  /** The 99th percentile of what leads take, in ms. */
  readonly alone: number;
  readonly besideBusyCore: number;
  readonly asked: number;
  /** Questions a second meanwhile. */
  readonly questions: number;
}

/** Leads at a steady rate, by themselves and while the console is asked. */
export async function timeCaptures(desk: ConsoleDesk): Promise<Captures> {
  const load = { url: desk.funil.url, perSecond: RATE, seconds: SECONDS };
  await sendLeadsSteadily({ ...load, seconds: 2 });
  const alone = await sendLeadsSteadily(load);
  const beside = await sendLeadsBesideBusyCore(load);
  const stop = new AbortController();
  const asking = askOn(desk, stop.signal);
  const busy = await sendLeadsSteadily(load);
  stop.abort();
  const questions = (await asking) / SECONDS;
  const failed = alone.failed + beside.failed + busy.failed;
  if (failed > 0) throw new Error(`${failed} leads were refused or not answered`);
  return { alone: alone.p99, besideBusyCore: beside.p99, asked: busy.p99, questions };
}
