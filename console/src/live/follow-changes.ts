import { setConnection } from './connection.ts';
import { refreshAll, refreshTables } from './refresh.ts';
import { keepStream, type Stream, type Word } from './stream.ts';

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

const LOCK = 'funil-console-live';

interface Leadership {
  /** Takes over from a leader that does not answer. */
  seize(): void;
}

/**
 * Has one tab of this browser lead at a time: when it ends, however it ends, the next one does. Without Web
 * Locks, as on a plain HTTP address, every tab leads for itself.
 * @param lead does what the leader does, until its signal is aborted
 * @param end ends both leading and waiting for it
 */
function takeTurns(lead: (signal: AbortSignal) => Promise<void>, end: AbortSignal): Leadership {
  let waiting = new AbortController();
  let isSeizing = false;

  async function leadOnce(): Promise<void> {
    const lost = new AbortController();
    const run = () => lead(AbortSignal.any([end, lost.signal]));
    if (!navigator.locks) return run();
    waiting = new AbortController();
    const options = isSeizing
      ? { steal: true }
      : { signal: AbortSignal.any([end, waiting.signal]) };
    isSeizing = false;
    try {
      await navigator.locks.request(LOCK, options, run);
    } catch {
      // It was taken over, or is no longer waited for.
    }
    lost.abort();
  }

  async function run(): Promise<void> {
    while (!end.aborted) await leadOnce();
  }

  void run();
  return {
    seize() {
      isSeizing = true;
      waiting.abort();
    },
  };
}

/** How long, in ms, a tab that is not looked at counts as seen: a glance elsewhere ends nothing. */
const UNSEEN = 10_000;

/**
 * Follows whether anybody looks at this tab; `tell` hears of each return, and of going once it has lasted. A page
 * that the browser keeps for going back is gone at once: with anything open it would not be kept.
 */
function watchSight(tell: (isSeen: boolean) => void) {
  let isSeen = !document.hidden;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const turn = (next: boolean) => {
    isSeen = next;
    tell(next);
  };
  const look = () => {
    clearTimeout(timer);
    if (document.hidden) timer = setTimeout(turn, UNSEEN, false);
    else turn(true);
  };
  const hide = () => {
    clearTimeout(timer);
    turn(false);
  };
  document.addEventListener('visibilitychange', look);
  window.addEventListener('pagehide', hide);
  window.addEventListener('pageshow', look);
  return {
    isSeen: () => isSeen,
    end() {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('pagehide', hide);
      window.removeEventListener('pageshow', look);
    },
  };
}
