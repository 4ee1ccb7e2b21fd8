// Sends the load of all benchmarks and summarizes their figures. As a worker thread this file sends leads, so that a
// benchmark's own work does not slow their responses.
import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import autocannon from 'autocannon';
import { BROWSER_HEADERS } from '../testkit/browser-headers.ts';
import { makeLead } from '../testkit/rows.ts';

export type FigureTable = Record<string, Record<string, string>>;

export const LEADS_PER_SECOND = 200;
export const NO_RATE_LIMIT = { RATE_LIMIT: '1000000000' };

const CONNECTIONS = 64;
const LEAD_BODY = JSON.stringify(makeLead());

/** Returns a lead with a random phone, because the server would suspect thousands of leads of the same phone. */
const makeLeadOfRandomPhone = () =>
  JSON.stringify(makeLead({ telefone: `(11) 9${randomInt(1e7, 1e8)}` }));

const HEADERS = { ...BROWSER_HEADERS, 'content-type': 'application/json', apikey: 'anon-local' };
const makeKey = () => ({ 'idempotency-key': randomUUID() });

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}

/** Returns median, minimum and maximum as `688 (652–701)`. */
export function summarize(values: readonly number[], digits = 0): string {
  const [middle, min, max] = [median(values), Math.min(...values), Math.max(...values)].map(
    (value) => value.toFixed(digits),
  );
  return `${middle} (${min}–${max})`;
}

/** Returns the median with its confidence interval of 95 %, such as `1.02 (0.98–1.05)`; empty if a value is NaN. */
export function summarizeInterval(values: readonly number[], digits = 0): string {
  if (!values.every(Number.isFinite)) return '';
  const sorted = values.toSorted((a, b) => a - b);
  const low = Math.max(0, Math.floor(values.length / 2 - 0.98 * Math.sqrt(values.length)));
  const format = (value = 0) => value.toFixed(digits);
  return `${format(median(values))} (${format(sorted.at(low))}–${format(sorted.at(-1 - low))})`;
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;

interface LeadLoad {
  readonly url: string;
  readonly seconds: number;
}

/** Percentiles of the time from a request's due time to its response, in ms. */
interface Latency {
  readonly p50: number;
  readonly p99: number;
}

/** Sends leads at the agreed rate from a separate thread. Returns their latency. @throws if one of them fails */
export async function sendLeads(url: string, seconds: number): Promise<string> {
  const worker = new Worker(new URL(import.meta.url), { workerData: { url, seconds } });
  const [latency] = await once(worker, 'message');
  const { p50, p99 }: Latency = latency;
  return `p50 ${p50.toFixed(1)} p99 ${p99.toFixed(1)} ms`;
}

/**
 * Sends leads at even intervals, even if the server is slower. A lead's latency counts from its due time, so that it
 * includes waiting for a free connection. (autocannon's `overallRate` sends bursts, and counts a response that took
 * 100 ms as a hundred responses.)
 */
async function sendAtEvenIntervals({ url, seconds }: LeadLoad): Promise<Latency> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const latencies: number[] = [];
  const send = (due: number) =>
    new Promise<void>((resolve) => {
      const options = { method: 'POST', agent, headers: { ...HEADERS, ...makeKey() } };
      const clientRequest = request(`${url}/rest/v1/leads`, options, (response) => {
        response.resume().once('close', () => {
          if (response.statusCode === 201) latencies.push(performance.now() - due);
          resolve();
        });
      });
      clientRequest.once('error', () => resolve()).end(makeLeadOfRandomPhone());
    });
  const total = LEADS_PER_SECOND * seconds;
  const responses: Promise<void>[] = [];
  const begin = performance.now();
  for (; responses.length < total; await pause(1)) {
    for (;;) {
      const due = begin + (responses.length * 1_000) / LEADS_PER_SECOND;
      if (responses.length >= total || due > performance.now()) break;
      responses.push(send(due));
    }
  }
  await Promise.all(responses);
  agent.destroy();
  if (latencies.length < total) throw new Error(`${total - latencies.length} leads failed`);
  return { p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) };
}

if (!isMainThread) parentPort?.postMessage(await sendAtEvenIntervals(workerData as LeadLoad));

export async function saturate(url: string, seconds: number): Promise<number> {
  const result = await autocannon({
    url: `${url}/rest/v1/leads`,
    method: 'POST',
    connections: CONNECTIONS,
    duration: seconds,
    headers: HEADERS,
    body: LEAD_BODY,
    requests: [
      { setupRequest: (sent) => ({ ...sent, headers: { ...sent.headers, ...makeKey() } }) },
    ],
  });
  if (result.non2xx + result.errors > 0) throw new Error('leads were refused');
  return result.requests.average;
}

export function readMemory(pid: number): { readonly now: number; readonly peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const readMb = (name: string) =>
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? Number.NaN) / 1024;
  return { now: readMb('VmRSS'), peak: readMb('VmHWM') };
}
