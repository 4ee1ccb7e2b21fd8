/** Separate from origins.ts, because every view of the console loads this file. */
import type { ReportOrigin } from './report.ts';

export const ORIGIN_LEVELS = {
  source: ['source'],
  campaign: ['source', 'campaign'],
  set: ['source', 'campaign', 'medium'],
  creative: ['source', 'campaign', 'medium', 'content'],
} as const satisfies Record<string, readonly (keyof ReportOrigin)[]>;
export type OriginLevel = keyof typeof ORIGIN_LEVELS;

export const ORIGIN_LEVEL_LABELS: Readonly<Record<OriginLevel, string>> = {
  source: 'Origem',
  campaign: 'Campanha',
  set: 'Conjunto de anúncios',
  creative: 'Criativo',
};
