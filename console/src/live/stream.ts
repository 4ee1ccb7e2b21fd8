import type { LiveHello, LiveRows, LiveTable } from '@funil/contract/console/status';
import { ApiError, request } from '../api.ts';
import { type Connection, wasConnected } from './connection.ts';

/** A message between the tabs of one browser. The leading tab holds the server's stream. */
export type TabMessage =
  /** Another tab asks for the state of the stream. */
  | { readonly type: 'state-request' }
  /** The stream is open. With another `streamId` than before, changes may have been missed. */
  | { readonly type: 'open'; readonly streamId: string; readonly build: string }
  | { readonly type: 'closed'; readonly connection: Connection }
  /** The stream sent something, at least a heartbeat. */
  | { readonly type: 'alive' }
  | { readonly type: 'rows'; readonly tables: readonly LiveTable[] };

type Send = (message: TabMessage) => void;

/** Added to the page's age, because the request needs time to arrive. */
const MAX_LATENCY_MS = 10_000;

/** Reads the server's stream until it ends. Returns whether it was open, and the connection's state after it. */
async function readStream(signal: AbortSignal, send: Send) {
  let wasOpen = false;
  let connection: Connection = 'late';
  try {
    // The first view is read while the stream opens: the server reports what changed meanwhile.
    const query = wasConnected() ? {} : { age: Math.round(performance.now()) + MAX_LATENCY_MS };
    const { body } = await request('live', { query, signal, priority: 'low' });
    wasOpen = true;
    for await (const { event, data } of readEvents(body, () => send({ type: 'alive' }))) {
      if (event === 'hello') {
        const { build }: LiveHello = JSON.parse(data);
        send({ type: 'open', streamId: `${Date.now()} ${Math.random()}`, build });
      } else if (event === 'rows') {
        const { tables }: LiveRows = JSON.parse(data);
        send({ type: 'rows', tables });
      }
    }
  } catch (error) {
    // Canceled or broken: the next attempt shows whether the server answers.
    if (error instanceof ApiError && error.status === 403) connection = 'refused';
  }
  return { wasOpen, connection: navigator.onLine ? connection : ('offline' as const) };
}

export interface Stream {
  /** Closes the stream if it is open, and opens it again without a delay. */
  reconnect(): void;
  /** Resolves once the signal has closed the stream. */
  readonly ended: Promise<void>;
}

/** Reads the server's stream until the signal aborts, and reconnects with growing delays. */
export function openStream(signal: AbortSignal, send: Send): Stream {
  let attempt = new AbortController();

  async function run(): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      attempt = new AbortController();
      const attemptSignal = AbortSignal.any([attempt.signal, signal]);
      const { wasOpen, connection } = await readStream(attemptSignal, send);
      if (signal.aborted) return;
      failures = wasOpen ? 1 : failures + 1;
      send({ type: 'closed', connection });
      await waitUntilAborted(attemptSignal, reconnectDelay(failures, Math.random()));
    }
  }

  // Aborting the attempt ends its stream, and also the delay after it.
  return { ended: run(), reconnect: () => attempt.abort() };
}

/** Resolves after a delay in ms, or as soon as the signal aborts. */
const waitUntilAborted = (signal: AbortSignal, ms: number) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

export interface StreamEvent {
  readonly event: string;
  readonly data: string;
}

/**
 * Reads server-sent events from a response's body. `EventSource` cannot send a token.
 * @param onData is called for everything that arrives, heartbeats too
 */
export async function* readEvents(
  body: Response['body'],
  onData: () => void,
): AsyncGenerator<StreamEvent> {
  if (body === null) return;
  let rest = '';
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    onData();
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, event, data] = /^event: (\w+)\ndata: (.+)$/.exec(block) ?? [];
      if (event !== undefined && data !== undefined) yield { event, data };
    }
  }
}

const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 30_000;

/**
 * Returns the delay before the next attempt in ms. It doubles each time; random jitter spreads the clients of a server
 * that comes back.
 * @param failures in a row, 1 or more
 * @param random from 0 to 1
 */
export const reconnectDelay = (failures: number, random: number): number =>
  Math.min(FIRST_DELAY_MS * 2 ** (failures - 1), MAX_DELAY_MS) * (0.5 + random / 2);
