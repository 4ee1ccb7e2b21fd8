import { type Metric, onCLS, onINP, onLCP } from 'web-vitals';
import { track } from '../track.ts';

/** Layout shift has no unit; the others are in ms, whole ones being fine enough. */
function tell({ name, value, rating }: Metric): void {
  if (name !== 'LCP' && name !== 'INP' && name !== 'CLS') return;
  const rounded = name === 'CLS' ? Math.round(value * 10_000) / 10_000 : Math.round(value);
  track('web_vital', { metric: name, value: rounded, rating });
}

/** Tells of the Core Web Vitals, each once it is final. */
export function watchVitals(): void {
  onLCP(tell);
  onINP(tell);
  onCLS(tell);
}
