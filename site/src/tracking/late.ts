import type { TrackingContent } from '@funil/content/schema/site';
import { type Metric, onCLS, onINP, onLCP } from 'web-vitals';
import { redactAddress } from '../visitor/arrival.ts';
import { isGranted, readChoice } from '../visitor/consent-choice.ts';
import { localRecords } from '../visitor/storage.ts';
import { readTrackingSettings } from './settings.ts';
import { setVisitDescriber } from './sinks/internal.ts';
import { isLeadByOtherForm } from './sinks/pixel.ts';
import { track } from './track.ts';
import { watchScrollDepth } from './watch/scroll-depth.ts';

function reportWebVital({ name, value, rating }: Metric): void {
  if (name !== 'LCP' && name !== 'INP' && name !== 'CLS') return;
  const rounded = name === 'CLS' ? Math.round(value * 10_000) / 10_000 : Math.round(value);
  track('web_vital', { metric: name, value: rounded, rating });
}

async function loadVisitContext(settings: TrackingContent): Promise<void> {
  const { createVisitDescriber } = await import('./visit-context.ts');
  const deps = { settings, storage: localRecords, isGranted, readChoice, isLeadByOtherForm };
  setVisitDescriber(createVisitDescriber({ ...deps, redactAddress }));
}

export function startLateTrackers(): void {
  // Leaves out the header, because it stays in view and visitors cannot scroll through it.
  watchScrollDepth(document.querySelectorAll<HTMLElement>('[data-section]:not(header)'));
  for (const watch of [onLCP, onINP, onCLS]) watch(reportWebVital);
  const settings = readTrackingSettings();
  if (settings.gtag ?? settings.pixel) void loadVisitContext(settings);
}
