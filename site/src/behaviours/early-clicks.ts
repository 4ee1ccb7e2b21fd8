/** A click as it happened: what was hit, and when in ms since the epoch. */
export interface EarlyClick {
  target: EventTarget | null;
  time: number;
}

declare global {
  interface Window {
    /** Clicks since the first paint, until the tracker takes over and replaces `push`. */
    funilClicks: EarlyClick[];
  }
}

/** Keeps every click until the tracker has arrived: runs inline, before anything else. */
export function queueEarlyClicks(): void {
  window.funilClicks = [];
  document.addEventListener(
    'click',
    ({ target }) => window.funilClicks.push({ target, time: Date.now() }),
    { capture: true },
  );
}

/** Hands the kept clicks, and from now on each new one, to `take`. */
export function handleClicks(take: (click: EarlyClick) => void): void {
  const clicks = window.funilClicks;
  clicks.push = (click) => {
    take(click);
    return clicks.length;
  };
  for (const click of clicks) take(click);
}
