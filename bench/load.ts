// Loads that several benchmarks send. Run as a worker it sends leads, so that nothing else of a benchmark is measured.
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
const leadsOf = (url: string) => `${url}/rest/v1/leads`;

/** Requests at even distances, whether the server keeps up or not. */
export interface SteadyLoad {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Makes what differs from request to request. */
  readonly next: () => {
    readonly body: string;
    readonly headers?: Readonly<Record<string, string>>;
  };
  readonly connections: number;
  readonly perSecond: number;
  readonly seconds: number;
}

export interface SteadyResult {
  /** Percentiles of the time from when a request was due to its answer, in ms. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** Requests without an answer of 2xx. */
  readonly failed: number;
}

/**
 * Sends requests at even distances, and measures each from the time at which it was due: a request that waits for a
 * free connection waits on the server's account. (autocannon's `overallRate` sends a second's requests as one burst,
 * and counts an answer that took 100 ms a hundred times.)
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
  const answers: Promise<void>[] = [];
  const begin = performance.now();
  for (; answers.length < total; await pause(1)) {
    for (;;) {
      const due = begin + (answers.length * 1_000) / load.perSecond;
      if (answers.length >= total || due > performance.now()) break;
      answers.push(send(due));
    }
  }
  await Promise.all(answers);
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

/** Sends leads at even distances, from a separate thread. */
export async function sendLeadsSteadily(wanted: LeadLoad): Promise<SteadyResult> {
  const worker = new Worker(new URL(import.meta.url), { workerData: wanted });
  const [result] = await once(worker, 'message');
  return result;
}

if (!isMainThread) {
  const { url, ...rate } = workerData as LeadLoad;
  const next = () => ({ body: LEAD, headers: makeKey() });
  const load = { url: leadsOf(url), headers: HEADERS, next, connections: CONNECTIONS, ...rate };
  parentPort?.postMessage(await sendSteadily(load));
}

/**
 * Sends leads while one core runs an empty loop at the lowest priority: what captures lose beside it they lose beside
 * any work on this machine.
 */
export async function sendLeadsBesideBusyCore(wanted: LeadLoad): Promise<SteadyResult> {
  const child = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  try {
    return await sendLeadsSteadily(wanted);
  } finally {
    child.kill('SIGKILL');
  }
}

/** Sends leads over 64 connections at full speed, each lead with another idempotency key. */
export const sendLeads = (url: string, seconds: number): Promise<autocannon.Result> =>
  autocannon({
    url: leadsOf(url),
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

/** The most memory that a process has held so far, in MB. */
export function peakMemory(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
}
