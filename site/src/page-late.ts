// Behaviours that may wait until the page is loaded and idle.
import { watchBackButton } from './behaviours/back-button.ts';
import { watchCounter } from './behaviours/counter.ts';
import { pauseHiddenWires } from './behaviours/pause-wires.ts';
import { watchPrivacy } from './behaviours/privacy.ts';
import { watchReveals } from './behaviours/reveal.ts';
import { watchScrollProgress } from './behaviours/scroll-progress.ts';
import { startLateTrackers } from './tracking/late.ts';
import { isOwnVisit, markOwnVisit } from './visitor/own-visit.ts';

const findElement = (selector: string) => document.querySelector<HTMLElement>(selector);
const findAll = (selector: string) => document.querySelectorAll<HTMLElement>(selector);

export function startLate(): void {
  watchReveals(findAll('[data-section]:not(header)'));
  const counter = findElement('[data-counter]');
  if (counter) watchCounter(counter, [...findAll('[data-counter-step]')]);
  const main = findElement('main');
  if (main) pauseHiddenWires(main);
  const bar = findElement('.scroll-progress');
  if (bar) watchScrollProgress(bar);
  const privacy = document.querySelector<HTMLDetailsElement>('#privacidade');
  if (privacy) watchPrivacy(privacy);
  const isOwn = isOwnVisit();
  if (isOwn || window.location.search.includes('funil=')) {
    const loading = import('./behaviours/own-visit-bar.ts');
    void loading.then(({ showOwnVisit }) => showOwnVisit(isOwn, markOwnVisit));
  }
  startLateTrackers();
  watchBackButton();
}
