import type { LiveHello, LiveRows, LiveTable } from '@funil/contract/console/status';
import { ApiError, request } from '../api.ts';
import type { Connection } from './connection.ts';

/** What the tabs of one browser say to each other: one of them, the leader, holds the server's stream. */
export type Word =
  /** A tab that has just come asks how things stand. */
  | { readonly is: 'asked' }
  /** The leader's stream stands; another `stream` than before means that something may have been missed. */
  | { readonly is: 'standing'; readonly stream: string; readonly build: string }
  /** The leader has no stream now. */
  | { readonly is: 'gap'; readonly connection: Connection }
  /** The leader's stream gives a sign of life. */
  | { readonly is: 'sign' }
  | { readonly is: 'rows'; readonly tables: readonly LiveTable[] };

type Course = 'stood' | 'refused' | 'failed';

/** One connection, for as long as it lasts. @returns what became of it */
async function listen(signal: AbortSignal, tell: (word: Word) => void): Promise<Course> {
  let course: Course = 'failed';
  try {
    const { body } = await request('/console/v1/live', { signal, priority: 'low' });
    if (body === null) return course;
    course = 'stood';
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
    // Broken off or ended by us: whichever it was, the next try tells.
    if (error instanceof ApiError && error.status === 403) course = 'refused';
  }
  return course;
}

function nameGap(course: Course): Connection {
  if (!navigator.onLine) return 'offline';
  return course === 'refused' ? 'refused' : 'late';
}

export interface Stream {
  /** Connects anew, at once. */
  reconnect(): void;
  /** Resolves once its signal has ended it. */
  readonly ended: Promise<void>;
}

/**
 * Keeps one stream of the server's changes until the signal ends it: over sleep, loss of network and
 * redeploys, with a growing wait between tries.
 */
export function keepStream(signal: AbortSignal, tell: (word: Word) => void): Stream {
  let attempt = new AbortController();
  let wake = () => {};

  async function run(): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      attempt = new AbortController();
      const course = await listen(AbortSignal.any([attempt.signal, signal]), tell);
      if (signal.aborted) return;
      failures = course === 'stood' ? 1 : failures + 1;
      tell({ is: 'gap', connection: nameGap(course) });
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, waitAfter(failures, Math.random()));
      });
    }
  }

  const reconnect = () => {
    attempt.abort();
    wake();
  };
  signal.addEventListener('abort', () => wake());
  return { reconnect, ended: run() };
}

/** One event of a stream of server-sent events; comments and ids are left out. */
export interface StreamEvent {
  readonly event: string;
  readonly data: string;
}

/**
 * Reads server-sent events from a response's body, as they come: `EventSource` cannot carry a token.
 * @param onSign is told of every sign of life, heartbeats too
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onSign: () => void,
): AsyncGenerator<StreamEvent> {
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

const FIRST = 1_000;
const LONGEST = 30_000;

/**
 * How long, in ms, to wait before the next try: twice as long each time, at most half a minute, and
 * never the same for all, so that a server that comes back is not met by everybody at once.
 * @param failures in a row, 1 or more
 * @param chance from 0 to 1
 */
export const waitAfter = (failures: number, chance: number): number =>
  Math.min(FIRST * 2 ** (failures - 1), LONGEST) * (0.5 + chance / 2);
