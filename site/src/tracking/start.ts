import { outbox } from './sinks/internal.ts';
import { tellWaiting } from './track.ts';
import { watchClicks } from './watch/clicks.ts';
import { watchForms } from './watch/forms.ts';
import { watchPageView } from './watch/page-view.ts';
import { watchPurchase } from './watch/purchase.ts';
import { watchSectionViews } from './watch/section-view.ts';
import { watchVideos } from './watch/videos.ts';

function watchLeaving(): void {
  const leave = () => {
    tellWaiting();
    outbox.leave();
  };
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') leave();
  });
  window.addEventListener('pagehide', leave);
  window.addEventListener('online', outbox.flush);
}

/** Begins to watch the visit; what can wait, late.ts does. */
export function startTracking(): void {
  watchPurchase();
  watchPageView();
  watchClicks();
  watchForms();
  watchVideos();
  watchSectionViews(document.querySelectorAll<HTMLElement>('[data-section]'));
  // Last: what the others tell on leaving is to be sent.
  watchLeaving();
}
