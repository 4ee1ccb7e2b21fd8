import type { EventPayloads } from '@funil/contract/visits/event';
import { handleClicks } from '../behaviours/early-clicks.ts';
import { afterLoad } from '../behaviours/timing.ts';
import { describeClick } from '../visitor/click.ts';
import { recordClick } from '../visitor/record-journey.ts';
import { outbox } from './sinks/internal.ts';
import { flushEvents, reportPageView, track } from './track.ts';
import { watchForms } from './watch/forms.ts';
import { watchPurchase } from './watch/purchase.ts';
import { watchSectionViews } from './watch/section-view.ts';

/** Detail of the bubbling event `funil:video-start`. */
export type VideoStart = EventPayloads['video_start'];

const PAGE_VIEW_DELAY_MS = 1000;

/** Reports one second after the load event, or at once if this script runs later. */
export function watchPageView(): void {
  afterLoad(() => {
    const [navigation] = performance.getEntriesByType(
      'navigation',
    ) as PerformanceNavigationTiming[];
    const loadedAt = navigation?.loadEventStart || performance.now();
    const delay = loadedAt + PAGE_VIEW_DELAY_MS - performance.now();
    if (delay > 0) setTimeout(reportPageView, delay);
    else reportPageView();
  });
}

function watchClicks(): void {
  handleClicks(({ target, time }) => {
    const click = describeClick(target, time);
    if (!click) return;
    recordClick(click);
    const button = { button_name: click.botao, section: click.secao };
    track('click', button, { time });
    const opener = target instanceof Element && target.closest<HTMLElement>('[data-opens]');
    if (opener) track('cta_click', { ...button, opens: opener.dataset.opens ?? '' }, { time });
  });
}

function watchVideos(): void {
  document.addEventListener('funil:video-start', (event) => {
    const { detail } = event as CustomEvent<VideoStart>;
    track('video_start', detail);
    track('video_play', detail);
  });
}

function watchLeaving(): void {
  const sendAll = () => {
    flushEvents();
    outbox.leave();
  };
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') sendAll();
  });
  window.addEventListener('pagehide', sendAll);
  window.addEventListener('online', outbox.flush);
}

/** `late.ts` starts the trackers that may wait until the page is idle. */
export function startTracking(): void {
  watchPurchase();
  watchPageView();
  watchClicks();
  watchForms();
  watchVideos();
  watchSectionViews(document.querySelectorAll<HTMLElement>('[data-section]'));
  // Comes last, because listeners are called in this order, and the others report events when the visitor leaves.
  watchLeaving();
}
