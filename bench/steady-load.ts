import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { percentile } from './statistics.ts';

/** What is asked of a server, evenly, whether it keeps up or not. */
export interface SteadyLoad {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What differs from request to request. */
  readonly next: () => {
    readonly body: string;
    readonly headers?: Readonly<Record<string, string>>;
  };
  readonly connections: number;
  readonly perSecond: number;
  readonly seconds: number;
}

export interface SteadyResult {
  /** Half of the requests were answered within so many ms of when they were due; then 95 and 99 of 100. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** Answered otherwise than by 2xx, or not at all. */
  readonly failed: number;
}

/** Longest wait for the last answers, in ms. */
const PATIENCE = 10_000;

/**
 * Sends requests at even distances, and measures each from the moment at which it was due: what waits for a
 * free connection waits on the server's account. (autocannon's `overallRate` sends a second's requests as
 * one burst, and counts an answer that took 100 ms a hundred times.)
 */
export async function sendSteadily(load: SteadyLoad): Promise<SteadyResult> {
  const latencies: number[] = [];
  const waiting: number[] = [];
  let answered = 0;
  const sockets = await Promise.all(Array.from({ length: load.connections }, () => open(load.url)));
  const idle = [...sockets];

  async function send(socket: Socket, first: number) {
    for (let due: number | undefined = first; due !== undefined; due = waiting.shift()) {
      const isFine = await exchange(socket, writeRequest(load));
      answered += 1;
      if (isFine) latencies.push(performance.now() - due);
    }
    idle.push(socket);
  }

  const total = load.perSecond * load.seconds;
  const begin = performance.now();
  for (let sent = 0; sent < total; await pause(1)) {
    const isDue = () => begin + (sent * 1_000) / load.perSecond <= performance.now();
    for (; sent < total && isDue(); sent += 1) {
      const due = begin + (sent * 1_000) / load.perSecond;
      const socket = idle.shift();
      if (socket) void send(socket, due);
      else waiting.push(due);
    }
  }
  for (let waited = 0; answered < total && waited < PATIENCE; waited += 10) await pause(10);
  for (const socket of sockets) socket.destroy();
  return {
    p50: percentile(latencies, 0.5),
    p95: percentile(latencies, 0.95),
    p99: percentile(latencies, 0.99),
    failed: total - latencies.length,
  };
}

async function open(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).setNoDelay(true);
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  return socket;
}

function writeRequest({ url, headers, next }: SteadyLoad): string {
  const { host, pathname } = new URL(url);
  const { body, headers: own } = next();
  const length = String(Buffer.byteLength(body));
  const lines = Object.entries({ host, 'content-length': length, ...headers, ...own });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `POST ${pathname} HTTP/1.1\r\n${head}\r\n${body}`;
}

/** @returns whether the answer was 2xx */
function exchange(socket: Socket, request: string): Promise<boolean> {
  return new Promise((resolve) => {
    let text = '';
    const end = (isFine: boolean) => {
      socket.off('data', hear);
      socket.off('close', lose);
      resolve(isFine);
    };
    const lose = () => end(false);
    const hear = (chunk: Buffer) => {
      text += chunk.toString('latin1');
      const head = text.indexOf('\r\n\r\n');
      if (head < 0) return;
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0);
      if (text.length >= head + 4 + length) end(text.startsWith('HTTP/1.1 2'));
    };
    socket.on('data', hear);
    socket.once('close', lose);
    socket.write(request);
  });
}
