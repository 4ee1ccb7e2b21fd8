import { watchScrollDepth } from './watch/scroll-depth.ts';
import { watchVitals } from './watch/vitals.ts';

/** Watches what loses nothing by starting only when the page is idle. */
export function watchLate(): void {
  // The header stays where it is: there is nothing in it to scroll through.
  watchScrollDepth(document.querySelectorAll<HTMLElement>('[data-section]:not(header)'));
  watchVitals();
}
