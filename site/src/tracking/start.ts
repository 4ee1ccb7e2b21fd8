import { takeClicks } from '../behaviours/early-clicks.ts';
import { afterLoad } from '../behaviours/timing.ts';
import type { VideoStart } from '../parts/video/start-videos.ts';
import { describeClick } from '../visitor/click.ts';
import { recordClick } from '../visitor/record-journey.ts';
import { outbox } from './sinks/internal.ts';
import { reportPageView, tellWaiting, track } from './track.ts';
import { watchForms } from './watch/forms.ts';
import { watchPurchase } from './watch/purchase.ts';
import { watchSectionViews } from './watch/section-view.ts';

const PAGE_VIEW_DELAY_MS = 1000;

/** When the page had loaded, on the clock of `performance.now`; now where the browser says nothing. */
function loadedAt(): number {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return visit?.loadEventStart || performance.now();
}

/** Reports the page view one second after the page has loaded; at once if this script comes later. */
function watchPageView(): void {
  afterLoad(() => {
    const rest = loadedAt() + PAGE_VIEW_DELAY_MS - performance.now();
    if (rest > 0) setTimeout(reportPageView, rest);
    else reportPageView();
  });
}

/** Records and tells of every click on a button since the first paint. */
function watchClicks(): void {
  takeClicks(({ target, time }) => {
    const click = describeClick(target, time);
    if (!click) return;
    recordClick(click);
    const button = { button_name: click.botao, section: click.secao };
    track('click', button, { time });
    const opener = target instanceof Element && target.closest<HTMLElement>('[data-opens]');
    if (opener) track('cta_click', { ...button, opens: opener.dataset.opens ?? '' }, { time });
  });
}

/** Tells of each video that starts, by Google's name for it and by the page's. */
function watchVideos(): void {
  document.addEventListener('funil:video-start', (event) => {
    const { title, secao } = (event as CustomEvent<VideoStart>).detail;
    const video = { title, section: secao };
    track('video_start', video);
    track('video_play', video);
  });
}

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
