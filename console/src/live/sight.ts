/**
 * How long, in ms, a tab that is not looked at counts as seen. Hidden ones give their stream back: a browser has six
 * connections for a server without HTTP/2, and a seventh tab would wait for one of six that nobody looks at.
 */
const UNSEEN = 10_000;

/** Follows whether anybody looks at this tab; `tell` hears of each return, and of going once it has lasted. */
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
  document.addEventListener('visibilitychange', look);
  return {
    isSeen: () => isSeen,
    end() {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    },
  };
}
