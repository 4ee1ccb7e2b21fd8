// Loads of several benchmarks. As a worker this file sends leads, so that a benchmark's own work does not affect the figures.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { constants, setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import autocannon from 'autocannon';
import { makeLead } from '../testkit/rows.ts';
import { percentile } from './statistics.ts';

const CONNECTIONS = 64;
const LEAD = JSON.stringify(makeLead());
const HEADERS = { 'content-type': 'application/json', apikey: 'anon-local' };
const makeKey = () => ({ 'idempotency-key': randomUUID() });
const leadsUrl = (url: string) => `${url}/rest/v1/leads`;

/** Requests at even intervals, even if the server is slower. */
export interface SteadyLoad {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Returns the body and headers of the next request. */
  readonly next: () => {
    readonly body: string;
    readonly headers?: Readonly<Record<string, string>>;
  };
  readonly connections: number;
  readonly perSecond: number;
  readonly seconds: number;
}

export interface SteadyResult {
  /** Percentiles of the time from a request's due time to its response, in ms. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** Requests without a 2xx response. */
  readonly failed: number;
}

/**
 * Sends requests at even intervals and measures each from its due time, which includes waiting for a free connection.
 * (autocannon's `overallRate` sends bursts, and counts a response after 100 ms a hundred times.)
 */
export async function sendSteadily(load: SteadyLoad): Promise<SteadyResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: load.connections });
  const latencies: number[] = [];
  const send = (due: number) =>
    new Promise<void>((resolve) => {
      const { body, headers } = load.next();
      const options = { method: 'POST', agent, headers: { ...load.headers, ...headers } };
      const sent = request(load.url, options, (response) => {
        response.resume().once('close', () => {
          const status = response.statusCode ?? 0;
          if (status >= 200 && status < 300) latencies.push(performance.now() - due);
          resolve();
        });
      });
      sent.once('error', () => resolve()).end(body);
    });
  const total = load.perSecond * load.seconds;
  const responses: Promise<void>[] = [];
  const begin = performance.now();
  for (; responses.length < total; await pause(1)) {
    for (;;) {
      const due = begin + (responses.length * 1_000) / load.perSecond;
      if (responses.length >= total || due > performance.now()) break;
      responses.push(send(due));
    }
  }
  await Promise.all(responses);
  agent.destroy();
  return {
    p50: percentile(latencies, 0.5),
    p95: percentile(latencies, 0.95),
    p99: percentile(latencies, 0.99),
    failed: total - latencies.length,
  };
}

export interface LeadLoad {
  readonly url: string;
  readonly seconds: number;
  readonly perSecond: number;
}

/** Sends leads at even intervals from a separate thread. */
export async function sendLeadsSteadily(load: LeadLoad): Promise<SteadyResult> {
  const worker = new Worker(new URL(import.meta.url), { workerData: load });
  const [result] = await once(worker, 'message');
  return result;
}

if (!isMainThread) {
  const { url, ...rate } = workerData as LeadLoad;
  const next = () => ({ body: LEAD, headers: makeKey() });
  const load = { url: leadsUrl(url), headers: HEADERS, next, connections: CONNECTIONS, ...rate };
  parentPort?.postMessage(await sendSteadily(load));
}

/** Sends leads while one core runs an empty loop at the lowest priority, for comparison with other concurrent work. */
export async function sendLeadsWithBusyCore(load: LeadLoad): Promise<SteadyResult> {
  const child = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  try {
    return await sendLeadsSteadily(load);
  } finally {
    child.kill('SIGKILL');
  }
}

/** Sends leads over 64 connections at full speed, each with another idempotency key. */
export const sendLeads = (url: string, seconds: number): Promise<autocannon.Result> =>
  autocannon({
    url: leadsUrl(url),
    method: 'POST',
    connections: CONNECTIONS,
    duration: seconds,
    headers: HEADERS,
    body: LEAD,
    requests: [
      {
        setupRequest: (sent) => ({ ...sent, headers: { ...sent.headers, ...makeKey() } }),
      },
    ],
  });

/** Returns the peak memory of a process in MB. */
export function peakMemory(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
}
