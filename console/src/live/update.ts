import type { AnyRouter } from '@tanstack/react-router';
import { readConnection } from './connection.ts';

/** How long, in ms, without a hand on it before the page may load itself anew. */
const IDLE = 60_000;

const isWriting = () =>
  document.activeElement instanceof HTMLTextAreaElement ||
  document.activeElement instanceof HTMLInputElement ||
  document.querySelector('.dialog, [data-unsaved]') !== null;

/** After a redeploy the page loads itself anew, at a moment when nobody is in the middle of something. */
export function reloadWhenIdle(router: AnyRouter): () => void {
  let touched = Date.now();
  const touch = () => {
    touched = Date.now();
  };
  const timer = setInterval(() => {
    const isIdle = document.hidden || Date.now() - touched > IDLE;
    if (readConnection().hasUpdate && isIdle && !isWriting()) window.location.reload();
  }, 5_000);
  for (const kind of ['pointerdown', 'keydown'] as const) window.addEventListener(kind, touch);
  // Going elsewhere in the console is as good a moment: the new view comes from the new build.
  const unsubscribe = router.subscribe('onBeforeNavigate', ({ pathChanged, toLocation }) => {
    if (readConnection().hasUpdate && pathChanged) window.location.assign(toLocation.href);
  });
  return () => {
    clearInterval(timer);
    unsubscribe();
    for (const kind of ['pointerdown', 'keydown'] as const) window.removeEventListener(kind, touch);
  };
}
