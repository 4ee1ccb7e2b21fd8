import { labelToVital } from '../../visits/count-visit.ts';
import { METRICS } from '../../visits/visit.ts';
import type { Total } from '../../visits/visit-totals.ts';
import type { VitalRow } from '../model.ts';

interface Scale extends Pick<VitalRow, 'source' | 'medium' | 'campaign' | 'metric'> {
  /** Visits at each step. */
  readonly steps: Map<string, number>;
}

/** The worst of each visit, by origin: the step that three quarters of them do not exceed. */
export function sumVitals(totals: readonly Total[]): VitalRow[] {
  const scales = new Map<string, Scale>();
  for (const { source, medium, campaign, kind, label, visits } of totals) {
    const metric = METRICS.find((known) => known === kind);
    if (metric === undefined) continue;
    const key = JSON.stringify([source, medium, campaign, metric]);
    const scale = scales.get(key) ?? { source, medium, campaign, metric, steps: new Map() };
    scale.steps.set(label, (scale.steps.get(label) ?? 0) + visits);
    scales.set(key, scale);
  }
  return [...scales.values()].flatMap(readScale).toSorted((a, b) => b.samples - a.samples);
}

function readScale({ steps, metric, ...origin }: Scale): VitalRow[] {
  const known = [...steps].filter(([, visits]) => visits > 0);
  const samples = known.reduce((sum, [, visits]) => sum + visits, 0);
  const place = Math.ceil(samples * 0.75);
  let passed = 0;
  for (const [label, visits] of known.toSorted(([a], [b]) => Number(a) - Number(b))) {
    passed += visits;
    if (passed >= place) return [{ ...origin, metric, p75: labelToVital(metric, label), samples }];
  }
  return [];
}
