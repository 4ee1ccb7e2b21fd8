import { noteBuild, setConnection } from './connection.ts';
import { dropChanges, refreshAll, refreshTables } from './refresh.ts';
import { keepStream, type Stream, type Word } from './stream.ts';

/** The server sends a heartbeat each 20 s: after two missed ones the connection counts as dead. */
const SILENCE_TIMEOUT_MS = 45_000;
/** How long a hidden tab keeps its part in the stream: a glance elsewhere ends nothing. */
const HIDDEN_GRACE_MS = 10_000;
/** Of the Web Lock that the leading tab holds, and of the channel on which it forwards the stream. */
const NAME = 'funil-console-live';

/**
 * Follows the server's changes. All tabs of a browser share one stream, because over HTTP/1.1 a browser has six
 * connections to a server. A tab that is hidden for a while takes no part, nor does a page in the back-forward cache;
 * it refetches everything when it is shown again.
 * @returns a function that stops it
 */
export function followChanges(): () => void {
  const end = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let part: ReturnType<typeof takePart> | null = null;

  function leave(): void {
    clearTimeout(timer);
    part?.end();
    part = null;
    dropChanges();
    setConnection('starting');
  }
  function look(): void {
    clearTimeout(timer);
    if (document.hidden) timer = setTimeout(leave, HIDDEN_GRACE_MS);
    else if (part === null) part = takePart();
    else part.check();
  }

  look();
  const check = setInterval(() => part?.check(), SILENCE_TIMEOUT_MS / 3);
  const { signal } = end;
  document.addEventListener('visibilitychange', look, { signal });
  // At once: a page with an open connection is not kept for going back.
  window.addEventListener('pagehide', leave, { signal });
  window.addEventListener('pageshow', look, { signal });
  window.addEventListener('online', () => part?.reconnect(), { signal });
  window.addEventListener('offline', () => setConnection('offline'), { signal });
  return () => {
    leave();
    clearInterval(check);
    end.abort();
  };
}

/**
 * Takes part in the browser's one stream. The tab that holds the lock leads: it reads the stream and forwards it to the
 * others. When it ends, however it ends, the next tab leads. Without Web Locks, as on plain HTTP, every tab leads.
 */
function takePart() {
  const over = new AbortController();
  const channel = navigator.locks ? new BroadcastChannel(NAME) : null;
  let stream: Stream | null = null;
  /** The leader's last word on the connection, for tabs that ask. */
  let standing: Word | null = null;
  let followed: string | null = null;
  let lastSignAt = Date.now();
  let hasAsked = false;
  let waiting = new AbortController();
  let isSeizing = false;

  function hear(word: Word): void {
    if (word.is === 'asked') {
      if (stream !== null && standing !== null) channel?.postMessage(standing);
      return;
    }
    lastSignAt = Date.now();
    hasAsked = false;
    if (word.is === 'rows') refreshTables(word.tables);
    else if (word.is === 'gap') setConnection(navigator.onLine ? word.connection : 'offline');
    else if (word.is === 'standing') {
      setConnection('live');
      if (word.stream !== followed) begin(word.build);
      followed = word.stream;
    }
  }

  function begin(build: string): void {
    // The first view was read before the stream stood: changes in between are in neither.
    if (noteBuild(build)) refreshTables(['subjects', 'sales', 'deliveries']);
    else refreshAll();
  }

  function tell(word: Word): void {
    if (over.signal.aborted) return;
    if (word.is === 'standing' || word.is === 'gap') standing = word;
    hear(word);
    channel?.postMessage(word);
  }

  async function lead(signal: AbortSignal): Promise<void> {
    lastSignAt = Date.now();
    stream = keepStream(signal, tell);
    await stream.ended;
    stream = null;
    standing = null;
  }

  async function leadInTurn(): Promise<void> {
    while (!over.signal.aborted) {
      const lost = new AbortController();
      const run = () => lead(AbortSignal.any([over.signal, lost.signal]));
      if (!navigator.locks) {
        await run();
        continue;
      }
      waiting = new AbortController();
      const options = isSeizing
        ? { steal: true }
        : { signal: AbortSignal.any([over.signal, waiting.signal]) };
      isSeizing = false;
      await navigator.locks.request(NAME, options, run).catch(() => {
        // Another tab took the lock over, or this one no longer waits for it.
      });
      lost.abort();
    }
  }

  const ask = () => channel?.postMessage({ is: 'asked' } satisfies Word);
  if (channel) channel.onmessage = ({ data }: MessageEvent<Word>) => hear(data);
  ask();
  void leadInTurn();
  return {
    end() {
      over.abort();
      channel?.close();
    },
    /** The device is back online, or may have slept. */
    reconnect() {
      if (stream) stream.reconnect();
      else ask();
    },
    /** Reconnects if the stream died silently; a leading tab that does not answer loses the lock. */
    check() {
      if (Date.now() - lastSignAt <= SILENCE_TIMEOUT_MS) return;
      if (stream) {
        lastSignAt = Date.now();
        return stream.reconnect();
      }
      if (hasAsked) {
        isSeizing = true;
        waiting.abort();
      } else ask();
      hasAsked = !hasAsked;
    },
  };
}
