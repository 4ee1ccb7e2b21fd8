import type { LiveHello, LiveRows } from '@funil/contract/console/status';
import { ApiError, request } from '../api.ts';
import { waitAfter } from './backoff.ts';
import { type Connection, setConnection } from './connection.ts';
import { readEvents } from './read-events.ts';
import { refreshAll, refreshTables } from './refresh.ts';
import { watchSight } from './sight.ts';

/** The server gives a sign each 20 s: two missed ones, and the connection is taken for dead, in ms. */
const SILENCE = 45_000;

let build: string | undefined;

function hear(event: string, data: string): void {
  if (event === 'rows') {
    const { tables }: LiveRows = JSON.parse(data);
    refreshTables(tables);
  }
  if (event === 'hello') {
    const hello: LiveHello = JSON.parse(data);
    // The first view was read before the stream stood: what came in between is in neither.
    if (build === undefined) refreshTables(['subjects', 'sales', 'deliveries']);
    build ??= hello.build;
    if (hello.build !== build) setConnection({ hasUpdate: true });
  }
}

type Course = 'stood' | 'refused' | 'failed';

/** One connection, for as long as it lasts. @returns what became of it */
async function listen(signal: AbortSignal, onSign: () => void): Promise<Course> {
  let course: Course = 'failed';
  try {
    const { body } = await request('/console/v1/live', { signal, priority: 'low' });
    if (body === null) return course;
    course = 'stood';
    setConnection({ connection: 'live' });
    for await (const { event, data } of readEvents(body, onSign)) hear(event, data);
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

/**
 * Follows the server's changes until it is ended: over sleep, loss of network and redeploys, with a
 * growing wait between tries, and at once when the device or the window comes back. A hidden tab gives its stream back
 * after a while, and asks for everything anew when it is shown.
 */
export function followChanges(): () => void {
  const end = new AbortController();
  let attempt = new AbortController();
  let lastSign = Date.now();
  let wake = () => {};

  /** @param ms left out: until somebody wakes */
  const sleep = (ms?: number) =>
    new Promise<void>((resolve) => {
      wake = resolve;
      if (ms !== undefined) setTimeout(resolve, ms);
    });

  async function run(): Promise<void> {
    let failures = 0;
    let hadGap = false;
    while (!end.signal.aborted) {
      if (!sight.isSeen()) {
        hadGap = true;
        setConnection({ connection: 'starting' });
        await sleep();
        continue;
      }
      attempt = new AbortController();
      const signal = AbortSignal.any([attempt.signal, end.signal]);
      lastSign = Date.now();
      const course = await listen(signal, () => {
        lastSign = Date.now();
        if (hadGap) refreshAll();
        hadGap = false;
        failures = 0;
      });
      if (end.signal.aborted) return;
      hadGap = true;
      if (!sight.isSeen()) continue;
      failures = course === 'stood' ? 1 : failures + 1;
      setConnection({ connection: nameGap(course) });
      await sleep(waitAfter(failures, Math.random()));
    }
  }

  const reconnect = () => {
    attempt.abort();
    wake();
  };
  const check = () => {
    if (Date.now() - lastSign > SILENCE) reconnect();
  };
  const lose = () => setConnection({ connection: 'offline' });
  const sight = watchSight((isSeen) => {
    if (!isSeen) return attempt.abort();
    check();
    wake();
  });
  const timer = setInterval(check, SILENCE / 3);
  window.addEventListener('online', reconnect);
  window.addEventListener('offline', lose);
  void run();
  return () => {
    end.abort();
    wake();
    clearInterval(timer);
    sight.end();
    window.removeEventListener('online', reconnect);
    window.removeEventListener('offline', lose);
  };
}
