// The page's script without React, fetched after the first paint.

import { watchHeader } from './behaviours/header-scroll.ts';
import { watchMasks } from './behaviours/masks.ts';
import { whenLoadedAndIdle, whenNear } from './behaviours/timing.ts';
import { startTracking } from './tracking/start.ts';
import { recordPageLoad } from './visitor/record-journey.ts';
import { removeHiddenVersion } from './visitor/version.ts';

recordPageLoad();
removeHiddenVersion();
watchMasks();
const header = document.querySelector<HTMLElement>('.site-header');
if (header) watchHeader(header);

const carousel = document.querySelector<HTMLElement>('[data-carousel]');
if (carousel) {
  whenNear(carousel, async () => {
    const { startConversations } = await import('./behaviours/conversations.ts');
    startConversations(carousel);
  });
}

const loadVideos = async () => (await import('./parts/video/start-videos.ts')).startVideos();
for (const video of document.querySelectorAll('[data-video]')) whenNear(video, loadVideos);

startTracking();
whenLoadedAndIdle(loadVideos);
whenLoadedAndIdle(async () => (await import('./page-late.ts')).startLate());
