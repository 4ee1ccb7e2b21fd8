/** A click as it happened: what was hit, and when in ms since the epoch. */
export type EarlyClick = [target: EventTarget | null, time: number];

declare global {
  interface Window {
    /** Clicks since the first paint, until the tracker takes over and replaces `push`. */
    funilClicks: { push: (click: EarlyClick) => unknown };
  }
}

/** Keeps every click until the tracker has arrived: runs inline, before anything else. */
export function keepEarlyClicks(): void {
  window.funilClicks = [];
  document.addEventListener(
    'click',
    ({ target }) => window.funilClicks.push([target, Date.now()]),
    {
      capture: true,
    },
  );
}

/** Hands the kept clicks, and from now on each new one, to `take`. */
export function takeClicks(take: (...click: EarlyClick) => void): void {
  const kept = window.funilClicks;
  window.funilClicks = {
    push: (click) => {
      take(...click);
    },
  };
  if (Array.isArray(kept)) for (const click of kept) take(...click);
}
