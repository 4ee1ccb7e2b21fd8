import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import autocannon from 'autocannon';
import { makeLead } from '../testkit/rows.ts';
import { keepCoreBusy } from './busy-core.ts';
import type { SteadyResult } from './steady-load.ts';

const CONNECTIONS = 64;

const LEAD = JSON.stringify(makeLead());

export interface LeadsWanted {
  readonly url: string;
  readonly seconds: number;
  readonly perSecond: number;
}

/** Sends leads at even distances, in a thread of its own. */
export async function sendLeadsSteadily(workerData: LeadsWanted): Promise<SteadyResult> {
  const worker = new Worker(new URL('./steady-leads.ts', import.meta.url), { workerData });
  const [result] = await once(worker, 'message');
  return result;
}

/** The same beside a core that is kept busy with nothing. */
export async function sendLeadsBesideBusyCore(load: LeadsWanted): Promise<SteadyResult> {
  using _busy = keepCoreBusy();
  return await sendLeadsSteadily(load);
}

/** Sends leads as fast as 64 connections can, each lead with a key of its own. */
export function sendLeads(url: string, seconds: number): Promise<autocannon.Result> {
  return autocannon({
    url: `${url}/rest/v1/leads`,
    method: 'POST',
    connections: CONNECTIONS,
    duration: seconds,
    headers: { 'content-type': 'application/json', apikey: 'anon-local' },
    body: LEAD,
    requests: [
      {
        setupRequest: (request) => ({
          ...request,
          headers: { ...request.headers, 'idempotency-key': randomUUID() },
        }),
      },
    ],
  });
}
