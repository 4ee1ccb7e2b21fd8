import { afterLoad } from '../../behaviours/after-load.ts';
import { describeLocation } from '../../visitor/arrival.ts';
import { track } from '../track.ts';

const DELAY = 1000;

/** When the page had loaded, on the clock of `performance.now`; now where the browser says nothing. */
function loadedAt(): number {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return visit?.loadEventStart || performance.now();
}

/** Tells of the page view one second after the page has loaded; at once where this comes later. */
export function watchPageView(): void {
  const tell = () =>
    track('page_view', {
      page_title: document.title,
      page_location: describeLocation(new URL(window.location.href)),
    });
  afterLoad(() => {
    const rest = loadedAt() + DELAY - performance.now();
    if (rest > 0) setTimeout(tell, rest);
    else tell();
  });
}
