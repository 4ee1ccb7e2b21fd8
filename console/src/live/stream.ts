import type { LiveHello, LiveRows, LiveTable } from '@funil/contract/console/status';
import { ApiError, request } from '../api.ts';
import type { Connection } from './connection.ts';

/** A message between the tabs of one browser, of which the leader holds the server's stream. */
export type Word =
  /** A new tab asks for the state of the connection. */
  | { readonly is: 'asked' }
  /** The leader's stream is open; after a change of `stream`, changes may have been missed. */
  | { readonly is: 'standing'; readonly stream: string; readonly build: string }
  /** The leader has no stream now. */
  | { readonly is: 'gap'; readonly connection: Connection }
  /** The leader's stream sent something, if only a heartbeat. */
  | { readonly is: 'sign' }
  | { readonly is: 'rows'; readonly tables: readonly LiveTable[] };

/**
 * Reads one connection to its end.
 * @returns whether it stood, and the connection's state for {@link Word} `gap`
 */
async function listen(signal: AbortSignal, tell: (word: Word) => void) {
  let hasStood = false;
  let connection: Connection = 'late';
  try {
    const { body } = await request('live', { signal, priority: 'low' });
    hasStood = true;
    for await (const { event, data } of readEvents(body, () => tell({ is: 'sign' }))) {
      if (event === 'hello') {
        const { build }: LiveHello = JSON.parse(data);
        tell({ is: 'standing', stream: `${Date.now()} ${Math.random()}`, build });
      }
      if (event === 'rows') {
        const { tables }: LiveRows = JSON.parse(data);
        tell({ is: 'rows', tables });
      }
    }
  } catch (error) {
    // Broken off, or ended by us: the next attempt decides.
    if (error instanceof ApiError && error.status === 403) connection = 'refused';
  }
  return { hasStood, connection: navigator.onLine ? connection : ('offline' as const) };
}

export interface Stream {
  /** Connects anew, at once. */
  reconnect(): void;
  /** Resolves once its signal has ended it. */
  readonly ended: Promise<void>;
}

/** Keeps one stream of the server's changes until the signal ends it, with a growing wait between attempts. */
export function keepStream(signal: AbortSignal, tell: (word: Word) => void): Stream {
  let attempt = new AbortController();
  let wake = () => {};

  async function run(): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      attempt = new AbortController();
      const { hasStood, connection } = await listen(
        AbortSignal.any([attempt.signal, signal]),
        tell,
      );
      if (signal.aborted) return;
      failures = hasStood ? 1 : failures + 1;
      tell({ is: 'gap', connection });
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, waitAfter(failures, Math.random()));
      });
    }
  }

  signal.addEventListener('abort', () => wake());
  return {
    ended: run(),
    reconnect() {
      attempt.abort();
      wake();
    },
  };
}

/** One server-sent event; comments and ids are left out. */
export interface StreamEvent {
  readonly event: string;
  readonly data: string;
}

/**
 * Reads server-sent events from a response's body: `EventSource` cannot carry a token.
 * @param onSign is called for everything that arrives, heartbeats too
 */
export async function* readEvents(
  body: Response['body'],
  onSign: () => void,
): AsyncGenerator<StreamEvent> {
  if (body === null) return;
  let rest = '';
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    onSign();
    const blocks = (rest + text.replaceAll('\r', '')).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = parseBlock(block);
      if (event !== null) yield event;
    }
  }
}

function parseBlock(block: string): StreamEvent | null {
  let event = 'message';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const [, field, value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (field === 'event') event = value;
    else if (field === 'data') data.push(value);
  }
  return data.length === 0 ? null : { event, data: data.join('\n') };
}

const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 30_000;

/**
 * Returns the wait before the next attempt, in ms. It doubles each time and is spread at random, so that a server that
 * comes back is not met by all clients at once.
 * @param failures in a row, 1 or more
 * @param chance from 0 to 1
 */
export const waitAfter = (failures: number, chance: number): number =>
  Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), MAX_WAIT_MS) * (0.5 + chance / 2);
