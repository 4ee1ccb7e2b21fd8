import type { LiveHello, LiveRows } from '@funil/contract/console/status';
import { ApiError, request } from '../api.ts';
import { waitAfter } from './backoff.ts';
import type { Connection } from './connection.ts';
import { readEvents } from './read-events.ts';
import type { Word } from './words.ts';

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
