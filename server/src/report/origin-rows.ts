import type { CampaignOrigin, CreativeOrigin } from '@funil/contract/ads/origin-levels';
import { utmLabel } from '@funil/contract/console/labels';
import { type Mutable, NO_ORIGIN_SUMS } from '@funil/contract/report/origins';
import type { OriginSums } from '@funil/contract/report/report';

export const originKey = ({ source, medium, campaign }: CampaignOrigin): string =>
  JSON.stringify([source, medium, campaign]);

export const creativeKey = (creative: CreativeOrigin): string =>
  originKey(creative) + creative.content;

/** The name of the line for sales without a known lead, and for spend that matches no origin. */
export const WITHOUT_ORIGIN = 'sem origem';

export const describeOrigin = ({ source, medium, campaign }: CampaignOrigin): string =>
  [utmLabel('source', source), medium, campaign].filter(Boolean).join(' / ');

export type OriginRow = CreativeOrigin & Mutable<OriginSums>;

export const makeOriginRow = ({
  source,
  medium,
  campaign,
  content,
}: CreativeOrigin): OriginRow => ({
  source,
  medium,
  campaign,
  content,
  ...NO_ORIGIN_SUMS,
});
