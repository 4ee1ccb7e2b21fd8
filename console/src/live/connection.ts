import type { AnyRouter } from '@tanstack/react-router';
import { makeStore } from '../parts/store.ts';

/**
 * `late`: the stream broke off, and the data on the screen may be old; `offline`: the device says so itself; `refused`:
 * this session may not have the stream, and every view says why.
 */
export type Connection = 'starting' | 'live' | 'late' | 'offline' | 'refused';

const connection = makeStore<Connection>('starting');
export const setConnection = connection.set;
export const useConnection = connection.useValue;

/** The server's build that this page belongs to; undefined before the first stream. */
let build: string | undefined;
let hasUpdate = false;

/** Notes the build that the server runs. @returns whether it is the first that this page hears of */
export function noteBuild(served: string): boolean {
  const isFirst = build === undefined;
  build ??= served;
  hasUpdate = served !== build;
  return isFirst;
}

/** Time without a pointer or key press, in ms, after which the page may reload. */
const IDLE_MS = 60_000;
const CHECK_INTERVAL_MS = 5_000;

const isWriting = () =>
  document.activeElement instanceof HTMLTextAreaElement ||
  document.activeElement instanceof HTMLInputElement ||
  document.querySelector('.dialog, [data-unsaved]') !== null;

/** Reloads the page after a redeploy, once the operator is idle or goes to another view. @returns a function that stops it */
export function reloadWhenIdle(router: AnyRouter): () => void {
  const end = new AbortController();
  let touchedAt = Date.now();
  for (const kind of ['pointerdown', 'keydown']) {
    window.addEventListener(kind, () => (touchedAt = Date.now()), { signal: end.signal });
  }
  const timer = setInterval(() => {
    const isIdle = document.hidden || Date.now() - touchedAt > IDLE_MS;
    if (hasUpdate && isIdle && !isWriting()) window.location.reload();
  }, CHECK_INTERVAL_MS);
  const unsubscribe = router.subscribe('onBeforeNavigate', ({ pathChanged, toLocation }) => {
    if (hasUpdate && pathChanged) window.location.assign(toLocation.href);
  });
  return () => {
    clearInterval(timer);
    unsubscribe();
    end.abort();
  };
}
