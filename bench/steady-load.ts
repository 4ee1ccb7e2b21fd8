import { connect, type Socket } from 'node:net';

/** What is asked of a server, evenly and whether it keeps up or not. */
export interface SteadyLoad {
  readonly url: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Of the one that comes next: what differs from request to request. */
  readonly next: () => {
    readonly body: string;
    readonly headers?: Readonly<Record<string, string>>;
  };
  readonly connections: number;
  readonly perSecond: number;
  readonly seconds: number;
}

export interface SteadyResult {
  /** From when a request was due to its whole answer: ms, in order. */
  readonly latencies: readonly number[];
  /** Answers other than 2xx, and requests without any. */
  readonly failed: number;
}

/** Longest wait for the last answers, in ms. */
const PATIENCE = 10_000;

/**
 * Sends requests at even distances over connections that are kept, and measures each from the moment at
 * which it was due: one that has to wait for a free connection waits on the server's account. (autocannon's
 * `overallRate` sends a second's requests as one burst, and counts each slow answer many times over.)
 */
export async function sendSteadily(load: SteadyLoad): Promise<SteadyResult> {
  const latencies: number[] = [];
  const due: number[] = [];
  let failed = 0;
  const sockets = await Promise.all(Array.from({ length: load.connections }, () => open(load.url)));
  const idle = [...sockets];

  function send(socket: Socket, dueAt: number) {
    void exchange(socket, makeRequest(load)).then((isFine) => {
      if (isFine) latencies.push(performance.now() - dueAt);
      else failed += 1;
      const waiting = due.shift();
      if (waiting === undefined) idle.push(socket);
      else send(socket, waiting);
    });
  }

  const total = load.perSecond * load.seconds;
  const begin = performance.now();
  for (let sent = 0; sent < total; ) {
    const now = performance.now();
    for (; sent < total && begin + (sent * 1000) / load.perSecond <= now; sent += 1) {
      const dueAt = begin + (sent * 1000) / load.perSecond;
      const socket = idle.shift();
      if (socket) send(socket, dueAt);
      else due.push(dueAt);
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  const end = performance.now() + PATIENCE;
  while (latencies.length + failed < total && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  for (const socket of sockets) socket.destroy();
  failed = total - latencies.length;
  return { latencies: latencies.toSorted((a, b) => a - b), failed };
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

function makeRequest({ url, path, headers, next }: SteadyLoad): string {
  const { body, headers: own } = next();
  const lines = Object.entries({
    host: new URL(url).host,
    'content-length': String(Buffer.byteLength(body)),
    ...headers,
    ...own,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
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
