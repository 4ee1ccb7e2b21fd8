// Everything that runs in the browser without React.
import { watchHeader } from './behaviours/header-scroll.ts';
import { watchMasks } from './behaviours/masks.ts';
import { watchReveals } from './behaviours/reveal.ts';
import { watchScrollProgress } from './behaviours/scroll-progress.ts';
import { startTracking } from './tracking/start.ts';
import { recordPageLoad } from './visitor/journey.ts';
import { readUtms } from './visitor/utm.ts';

readUtms();
recordPageLoad();

watchMasks();
watchReveals();
const header = document.querySelector<HTMLElement>('.site-header');
if (header) watchHeader(header);
const bar = document.querySelector<HTMLElement>('.scroll-progress');
if (bar) watchScrollProgress(bar);

startTracking();
