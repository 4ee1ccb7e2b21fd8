import { noteBuild, setConnection } from './connection.ts';
import { dropChanges, refreshAll, refreshTables } from './refresh.ts';
import { openStream, type Stream, type TabMessage } from './stream.ts';

/** The server sends a heartbeat every 20 s: the stream counts as dead after two missed ones. */
const SILENCE_TIMEOUT_MS = 45_000;
/** A tab that is hidden for a shorter time keeps following. */
const HIDDEN_GRACE_MS = 10_000;
/** Names the Web Lock of the leading tab, and the channel on which it forwards the stream. */
const NAME = 'funil-console-stream';

/**
 * Follows the server's changes. All tabs of a browser share one stream, because browsers open only six HTTP/1.1
 * connections to a server. Hidden tabs and pages in the back-forward cache stop following and refetch when shown again.
 * @returns a function that stops it
 */
export function followChanges(): () => void {
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let shared: ReturnType<typeof joinStream> | null = null;

  function leave(): void {
    clearTimeout(timer);
    shared?.leave();
    shared = null;
    dropChanges();
    setConnection('starting');
  }
  function joinWhileVisible(): void {
    clearTimeout(timer);
    if (document.hidden) timer = setTimeout(leave, HIDDEN_GRACE_MS);
    else if (shared === null) shared = joinStream();
    else shared.check();
  }

  joinWhileVisible();
  const interval = setInterval(() => shared?.check(), SILENCE_TIMEOUT_MS / 3);
  const { signal } = stop;
  document.addEventListener('visibilitychange', joinWhileVisible, { signal });
  // At once: browsers keep no page with an open connection in the back-forward cache.
  window.addEventListener('pagehide', leave, { signal });
  window.addEventListener('pageshow', joinWhileVisible, { signal });
  window.addEventListener('online', () => shared?.reconnect(), { signal });
  window.addEventListener('offline', () => setConnection('offline'), { signal });
  return () => {
    leave();
    clearInterval(interval);
    stop.abort();
  };
}

/**
 * Joins the browser's shared stream. The tab that holds the lock leads: it reads the stream and forwards it to the other
 * tabs. When it ends for any reason, the next tab leads. Without Web Locks, as on plain HTTP, every tab leads.
 */
function joinStream() {
  const left = new AbortController();
  const channel = navigator.locks ? new BroadcastChannel(NAME) : null;
  /** Not null while this tab leads. */
  let stream: Stream | null = null;
  /** The leading tab's latest `open` or `closed` message. */
  let state: TabMessage | null = null;
  let streamId: string | null = null;
  let lastMessageAt = Date.now();
  let hasAsked = false;
  let lockRequest = new AbortController();
  let stealsLock = false;

  function receive(message: TabMessage): void {
    if (message.type === 'state-request') {
      if (stream !== null && state !== null) channel?.postMessage(state);
      return;
    }
    lastMessageAt = Date.now();
    hasAsked = false;
    if (message.type === 'rows') refreshTables(message.tables);
    else if (message.type === 'closed') {
      setConnection(navigator.onLine ? message.connection : 'offline');
    } else if (message.type === 'open') {
      setConnection('live');
      if (message.streamId !== streamId) refetchMissed(message.build);
      streamId = message.streamId;
    }
  }

  function refetchMissed(build: string): void {
    // What changed since a page's first read, the server reports at the start of the page's own stream.
    if (!noteBuild(build) || stream === null) refreshAll();
  }

  function broadcast(message: TabMessage): void {
    if (left.signal.aborted) return;
    if (message.type === 'open' || message.type === 'closed') state = message;
    receive(message);
    channel?.postMessage(message);
  }

  async function lead(signal: AbortSignal): Promise<void> {
    lastMessageAt = Date.now();
    stream = openStream(signal, broadcast);
    await stream.ended;
    stream = null;
    state = null;
  }

  async function waitForLock(): Promise<void> {
    while (!left.signal.aborted) {
      const lost = new AbortController();
      lockRequest = new AbortController();
      const options = stealsLock
        ? { steal: true }
        : { signal: AbortSignal.any([left.signal, lockRequest.signal]) };
      stealsLock = false;
      const run = () => lead(AbortSignal.any([left.signal, lost.signal]));
      await navigator.locks.request(NAME, options, run).catch(() => {
        // Another tab stole the lock, or this request was canceled.
      });
      lost.abort();
    }
  }

  const askForState = () => channel?.postMessage({ type: 'state-request' } satisfies TabMessage);
  if (channel) {
    channel.onmessage = ({ data }: MessageEvent<TabMessage>) => receive(data);
    askForState();
    void waitForLock();
  } else void lead(left.signal);
  return {
    leave() {
      left.abort();
      channel?.close();
    },
    /** Runs when the device is back online. */
    reconnect() {
      if (stream) stream.reconnect();
      else askForState();
    },
    /** Reconnects a dead stream. Takes the lock from a leading tab that does not answer. */
    check() {
      if (Date.now() - lastMessageAt <= SILENCE_TIMEOUT_MS) return;
      if (stream) {
        lastMessageAt = Date.now();
        return stream.reconnect();
      }
      if (hasAsked) {
        stealsLock = true;
        lockRequest.abort();
      } else askForState();
      hasAsked = !hasAsked;
    },
  };
}
