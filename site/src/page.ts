// Everything that runs in the browser without React.

import { watchHeader } from './behaviours/header-scroll.ts';
import { loadAgain } from './behaviours/load-again.ts';
import { watchMasks } from './behaviours/masks.ts';
import { whenLoadedAndIdle, whenNear } from './behaviours/timing.ts';
import { startTracking } from './tracking/start.ts';

watchMasks();
const header = document.querySelector<HTMLElement>('.site-header');
if (header) watchHeader(header);

const carousel = document.querySelector<HTMLElement>('[data-carousel]');
if (carousel) {
  whenNear(carousel, async () => {
    const { startConversations } = await loadAgain(() => import('./behaviours/conversations.ts'));
    startConversations(carousel);
  });
}

const loadVideos = async () =>
  (await loadAgain(() => import('./parts/video/start-videos.ts'))).startVideos();
for (const video of document.querySelectorAll('[data-video]')) whenNear(video, loadVideos);

startTracking();
whenLoadedAndIdle(loadVideos);
whenLoadedAndIdle(async () => (await loadAgain(() => import('./page-late.ts'))).startLate());
