import { type Metric, onCLS, onINP, onLCP } from 'web-vitals';
import { describeLocation } from '../visitor/arrival.ts';
import { localRecords } from '../visitor/storage.ts';
import { isGranted, readChoice } from './consent-choice.ts';
import { readSettings, type TrackingSettings } from './settings.ts';
import { addContext } from './sinks/internal.ts';
import { isOthers } from './sinks/pixel.ts';
import { track } from './track.ts';
import { watchScrollDepth } from './watch/scroll-depth.ts';

/** Layout shift has no unit; the others are in ms, whole ones being fine enough. */
function tellVital({ name, value, rating }: Metric): void {
  if (name !== 'LCP' && name !== 'INP' && name !== 'CLS') return;
  const rounded = name === 'CLS' ? Math.round(value * 10_000) / 10_000 : Math.round(value);
  track('web_vital', { metric: name, value: rounded, rating });
}

/** Tells of the Core Web Vitals, each once it is final. */
function watchVitals(): void {
  onLCP(tellVital);
  onINP(tellVital);
  onCLS(tellVital);
}

/** Has the event that confirms a lead say what Google and Meta know its visit by. */
async function tellContext(settings: TrackingSettings): Promise<void> {
  const { createContext } = await import('./visit-context.ts');
  const parts = { settings, storage: localRecords, isGranted, readChoice, isOthers };
  addContext(createContext({ ...parts, describeLocation }));
}

/** Watches what loses nothing by starting only when the page is idle. */
export function watchLate(): void {
  // The header stays where it is: there is nothing in it to scroll through.
  watchScrollDepth(document.querySelectorAll<HTMLElement>('[data-section]:not(header)'));
  watchVitals();
  const settings = readSettings();
  if (settings.gtag ?? settings.pixel) void tellContext(settings);
}
