interface EarlyClick {
  target: EventTarget | null;
  /** In ms since the epoch. */
  time: number;
}

declare global {
  interface Window {
    /** Clicks since the first paint, until the tracker replaces `push`. */
    funilClicks: EarlyClick[];
  }
}

/** Part of the inline script. */
export function queueEarlyClicks(): void {
  window.funilClicks = [];
  document.addEventListener(
    'click',
    ({ target }) => window.funilClicks.push({ target, time: Date.now() }),
    { capture: true },
  );
}

export function handleClicks(handle: (click: EarlyClick) => void): void {
  const clicks = window.funilClicks;
  clicks.push = (click) => {
    handle(click);
    return clicks.length;
  };
  for (const click of clicks) handle(click);
}
