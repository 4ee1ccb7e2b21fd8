import type { CampaignOrigin } from '@funil/contract/ads/origin-levels';
import { type Mutable, sumRows } from '@funil/contract/report/origins';
import type { StageCounts } from '@funil/contract/report/report';

export type StageSums = Mutable<StageCounts>;
export type ReportStage = keyof StageSums;

export interface StageRow extends CampaignOrigin, StageSums {
  day: string;
}

export const NO_STAGES: StageSums = {
  visits: 0,
  cta_clicks: 0,
  form_starts: 0,
  leads: 0,
  applications: 0,
  checkouts: 0,
  purchases: 0,
};

export const sumStages = (rows: readonly StageSums[]): StageSums => sumRows(NO_STAGES, rows);

export const groupStages = <Row extends StageSums>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): { first: Row; sum: StageSums }[] =>
  [...Map.groupBy(rows, keyOf).values()]
    .flatMap((group) => (group[0] ? [{ first: group[0], sum: sumStages(group) }] : []))
    .sort((a, b) => b.sum.visits - a.sum.visits);
