// Everything that runs in the browser without React.
import { watchCounter } from './behaviours/counter.ts';
import { watchHeader } from './behaviours/header-scroll.ts';
import { watchMasks } from './behaviours/masks.ts';
import { whenNear } from './behaviours/near-view.ts';
import { watchOneOpen } from './behaviours/one-open.ts';
import { watchPrivacy } from './behaviours/privacy.ts';
import { restWires } from './behaviours/rest-wires.ts';
import { watchReveals } from './behaviours/reveal.ts';
import { watchScrollProgress } from './behaviours/scroll-progress.ts';
import { watchPlayers } from './behaviours/video-players.ts';
import { watchThumbnails } from './behaviours/video-thumbnails.ts';
import { startTracking } from './tracking/start.ts';
import { forgetWish, isOwnVisit, readWish } from './visitor/own-visit.ts';

watchMasks();
watchReveals(document.querySelectorAll<HTMLElement>('[data-section]:not(header)'));
watchOneOpen();
const main = document.querySelector<HTMLElement>('main');
if (main) restWires(main);
watchThumbnails();
watchPlayers();
const privacy = document.querySelector<HTMLDetailsElement>('#privacidade');
if (privacy) watchPrivacy(privacy);
const header = document.querySelector<HTMLElement>('.site-header');
if (header) watchHeader(header);
const bar = document.querySelector<HTMLElement>('.scroll-progress');
if (bar) watchScrollProgress(bar);
const counter = document.querySelector<HTMLElement>('[data-counter]');
if (counter)
  watchCounter(counter, [...document.querySelectorAll<HTMLElement>('[data-counter-step]')]);

const carousel = document.querySelector<HTMLElement>('[data-carousel]');
if (carousel) {
  whenNear(carousel, async () => {
    const { startConversations } = await import('./behaviours/conversations.ts');
    startConversations(carousel);
  });
}

const wish = readWish(window.location.search);
const isOwn = isOwnVisit();
if (wish) forgetWish();
if (wish || isOwn) {
  void import('./behaviours/own-visit-notice.ts').then(({ showOwnVisit }) =>
    showOwnVisit(isOwn ? 'ignore' : 'count'),
  );
}

startTracking();
