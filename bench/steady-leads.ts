// The thread that sends leads; send-leads.ts starts it, so that nothing else of a benchmark is measured along.
import { randomUUID } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { makeLead } from '../testkit/rows.ts';
import type { LeadsWanted } from './send-leads.ts';
import { sendSteadily } from './steady-load.ts';

const { url, perSecond, seconds } = workerData as LeadsWanted;
const body = JSON.stringify(makeLead());
const result = await sendSteadily({
  url: `${url}/rest/v1/leads`,
  headers: { 'content-type': 'application/json', apikey: 'anon-local' },
  next: () => ({ body, headers: { 'idempotency-key': randomUUID() } }),
  connections: 64,
  perSecond,
  seconds,
});
parentPort?.postMessage(result);
