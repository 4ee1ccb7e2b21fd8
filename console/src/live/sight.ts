/** How long, in ms, a tab that is not looked at counts as seen: a glance elsewhere ends nothing. */
const UNSEEN = 10_000;

/**
 * Follows whether anybody looks at this tab; `tell` hears of each return, and of going once it has lasted. A page
 * that the browser keeps for going back is gone at once: with anything open it would not be kept.
 */
export function watchSight(tell: (isSeen: boolean) => void) {
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
