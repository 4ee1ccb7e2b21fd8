import { useEffect } from 'react';
import { watchScrollDepth } from '../../tracking/watch/scroll-depth.ts';
import { watchVitals } from '../../tracking/watch/vitals.ts';

let isWatching = false;

/** Shows nothing: what of tracking loses nothing by starting when the page is idle. */
export function LateTracking() {
  useEffect(() => {
    if (isWatching) return;
    isWatching = true;
    // The header stays where it is: there is nothing in it to scroll through.
    watchScrollDepth(document.querySelectorAll<HTMLElement>('[data-section]:not(header)'));
    watchVitals();
  }, []);
  return null;
}
