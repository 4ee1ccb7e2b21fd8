import type { AnyRouter } from '@tanstack/react-router';
import { makeStore } from '../session/store.ts';

/** `late`: the server does not answer, so the screen may be outdated; `refused`: this session may not see data. */
export type LiveState = 'starting' | 'live' | 'late' | 'offline' | 'refused';

const liveState = makeStore<LiveState>('starting');
export const setConnection = liveState.set;
export const useConnection = liveState.useValue;

/** The build in the server's first answer. */
let firstBuild: string | undefined;
let hasUpdate = false;

/** Compares the build that the server runs with its first build, to learn of a redeploy. */
export function storeBuild(served: string): void {
  firstBuild ??= served;
  hasUpdate = served !== firstBuild;
}

/** The page may reload after this time without a click or key press. */
const OPERATOR_IDLE_MS = 60_000;
const CHECK_INTERVAL_MS = 5_000;

const isEditing = () =>
  document.activeElement instanceof HTMLTextAreaElement ||
  document.activeElement instanceof HTMLInputElement ||
  document.querySelector('.dialog, [data-unsaved]') !== null;

/** Reloads the page after a redeploy, when the operator is idle or opens a view. @returns a function that ends this */
export function reloadWhenIdle(router: AnyRouter): () => void {
  const listeners = new AbortController();
  let touchedAt = Date.now();
  for (const kind of ['pointerdown', 'keydown']) {
    window.addEventListener(kind, () => (touchedAt = Date.now()), { signal: listeners.signal });
  }
  const timer = setInterval(() => {
    const isIdle = document.hidden || Date.now() - touchedAt > OPERATOR_IDLE_MS;
    if (hasUpdate && isIdle && !isEditing()) window.location.reload();
  }, CHECK_INTERVAL_MS);
  const unsubscribe = router.subscribe('onBeforeNavigate', ({ pathChanged, toLocation }) => {
    if (hasUpdate && pathChanged) window.location.assign(toLocation.publicHref);
  });
  return () => {
    clearInterval(timer);
    unsubscribe();
    listeners.abort();
  };
}
