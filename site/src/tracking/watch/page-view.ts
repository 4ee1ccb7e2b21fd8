import { afterLoad } from '../../behaviours/after-load.ts';
import { reportPageView } from '../track.ts';

const DELAY = 1000;

/** When the page had loaded, on the clock of `performance.now`; now where the browser says nothing. */
function loadedAt(): number {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return visit?.loadEventStart || performance.now();
}

/** Reports the page view one second after the page has loaded; at once if this script comes later. */
export function watchPageView(): void {
  afterLoad(() => {
    const rest = loadedAt() + DELAY - performance.now();
    if (rest > 0) setTimeout(reportPageView, rest);
    else reportPageView();
  });
}
