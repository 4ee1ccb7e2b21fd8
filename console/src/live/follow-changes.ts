import { setConnection } from './connection.ts';
import { type Leadership, takeTurns } from './leadership.ts';
import { refreshAll, refreshTables } from './refresh.ts';
import { watchSight } from './sight.ts';
import { keepStream, type Stream } from './stream.ts';
import type { Word } from './words.ts';

/** The server gives a sign each 20 s: two missed ones, and the connection is taken for dead, in ms. */
const SILENCE = 45_000;
const CHANNEL = 'funil-console-live';

let build: string | undefined;

/** Takes part in the browser's one stream, as its leader or by what the leader says, until it is ended. */
function takePart(end: AbortSignal) {
  const channel = navigator.locks ? new BroadcastChannel(CHANNEL) : null;
  let stream: Stream | null = null;
  /** The leader's last word on how things stand, for tabs that ask. */
  let standing: Word | null = null;
  let followed: string | null = null;
  let lastSign = Date.now();
  let hasAsked = false;

  function hear(word: Word): void {
    if (word.is === 'asked') {
      if (stream !== null && standing !== null) channel?.postMessage(standing);
      return;
    }
    lastSign = Date.now();
    hasAsked = false;
    switch (word.is) {
      case 'rows':
        refreshTables(word.tables);
        break;
      case 'gap':
        setConnection({ connection: navigator.onLine ? word.connection : 'offline' });
        break;
      case 'standing':
        setConnection({ connection: 'live' });
        if (word.stream !== followed) begin(word.build);
        followed = word.stream;
    }
  }

  function begin(served: string): void {
    // The first view was read before the stream stood: what came in between is in neither.
    if (build === undefined) refreshTables(['subjects', 'sales', 'deliveries']);
    else refreshAll();
    build ??= served;
    if (served !== build) setConnection({ hasUpdate: true });
  }

  function tell(word: Word): void {
    if (end.aborted) return;
    if (word.is === 'standing' || word.is === 'gap') standing = word;
    hear(word);
    channel?.postMessage(word);
  }

  async function lead(signal: AbortSignal): Promise<void> {
    lastSign = Date.now();
    stream = keepStream(signal, tell);
    await stream.ended;
    stream = null;
    standing = null;
  }

  const ask = () => channel?.postMessage({ is: 'asked' } satisfies Word);
  if (channel) channel.onmessage = ({ data }: MessageEvent<Word>) => hear(data);
  end.addEventListener('abort', () => channel?.close());
  ask();
  const leadership: Leadership = takeTurns(lead, end);

  return {
    /** The device is back, or may have slept. */
    reconnect() {
      if (stream) stream.reconnect();
      else ask();
    },
    /** Looks for a connection that died without a word. */
    check() {
      if (Date.now() - lastSign <= SILENCE) return;
      if (stream) {
        lastSign = Date.now();
        return stream.reconnect();
      }
      if (hasAsked) leadership.seize();
      else ask();
      hasAsked = !hasAsked;
    },
  };
}

/**
 * Follows the server's changes until it is ended. All tabs of a browser share one stream, because over
 * HTTP/1.1 a browser has six connections to a server. A hidden tab takes no part after a while, nor does a page
 * that the browser keeps for going back; it asks for everything anew when it is shown.
 */
export function followChanges(): () => void {
  let part: {
    readonly leave: AbortController;
    readonly taken: ReturnType<typeof takePart>;
  } | null = null;

  function join(): void {
    if (part === null) {
      const leave = new AbortController();
      part = { leave, taken: takePart(leave.signal) };
    } else part.taken.check();
  }

  function leave(): void {
    part?.leave.abort();
    part = null;
  }

  const sight = watchSight((isSeen) => {
    if (isSeen) return join();
    setConnection({ connection: 'starting' });
    leave();
  });
  if (sight.isSeen()) join();
  const reconnect = () => part?.taken.reconnect();
  const lose = () => setConnection({ connection: 'offline' });
  const timer = setInterval(() => part?.taken.check(), SILENCE / 3);
  window.addEventListener('online', reconnect);
  window.addEventListener('offline', lose);
  return () => {
    leave();
    clearInterval(timer);
    sight.end();
    window.removeEventListener('online', reconnect);
    window.removeEventListener('offline', lose);
  };
}
