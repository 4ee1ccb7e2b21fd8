import type { AnyRouter } from '@tanstack/react-router';

let firstBuild: string | undefined;
let hasUpdate = false;

export function recordBuild(servedBuild: string): void {
  firstBuild ??= servedBuild;
  hasUpdate = servedBuild !== firstBuild;
}

/** The console may reload after this time without a click or key press. */
const OPERATOR_IDLE_MS = 60_000;
const IDLE_CHECK_MS = 5_000;

const isEditing = () =>
  document.activeElement instanceof HTMLTextAreaElement ||
  document.activeElement instanceof HTMLInputElement ||
  document.querySelector('.dialog, [data-unsaved]') !== null;

/** Reloads after a redeploy, when the operator is idle or opens a view. @returns a function that stops this */
export function reloadWhenIdle(router: AnyRouter): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;
  let lastInputAt = Date.now();
  for (const type of ['pointerdown', 'keydown']) {
    window.addEventListener(type, () => (lastInputAt = Date.now()), { signal });
  }
  const timer = setInterval(() => {
    const isIdle = document.hidden || Date.now() - lastInputAt > OPERATOR_IDLE_MS;
    if (hasUpdate && isIdle && !isEditing()) window.location.reload();
  }, IDLE_CHECK_MS);
  const unsubscribe = router.subscribe('onBeforeNavigate', ({ pathChanged, toLocation }) => {
    if (hasUpdate && pathChanged) window.location.assign(toLocation.publicHref);
  });
  return () => {
    clearInterval(timer);
    unsubscribe();
    listeners.abort();
  };
}
