import { startConsent } from './consent.ts';
import { readSettings } from './settings.ts';
import { outbox } from './sinks/internal.ts';
import { watchClicks } from './watch/clicks.ts';
import { watchForms } from './watch/forms.ts';
import { watchPageView } from './watch/page-view.ts';
import { watchPurchase } from './watch/purchase.ts';
import { watchScrollDepth } from './watch/scroll-depth.ts';
import { watchSectionViews } from './watch/section-view.ts';
import { watchVideos } from './watch/videos.ts';
import { whenIdle } from './when-idle.ts';

function watchLeaving(): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') outbox.leave();
  });
  window.addEventListener('pagehide', () => outbox.leave());
  window.addEventListener('online', () => void outbox.flush());
}

/** Begins to watch the visit. */
export function startTracking(): void {
  const settings = readSettings();
  startConsent(settings);
  watchPurchase(settings.product);
  watchPageView();
  watchClicks();
  watchForms();
  watchVideos();
  const sections = [...document.querySelectorAll<HTMLElement>('[data-section]')];
  watchSectionViews(sections);
  // The header stays where it is: there is nothing in it to scroll through.
  watchScrollDepth(sections.filter((section) => section.tagName !== 'HEADER'));
  // Last: what the others tell on leaving is to be sent.
  watchLeaving();
  whenIdle(() => void import('./watch/vitals.ts').then(({ watchVitals }) => watchVitals()));
}
