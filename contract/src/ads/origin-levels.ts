// The sums are in origins.ts, because every view of the console loads this file.

export interface CampaignOrigin {
  readonly source: string;
  readonly medium: string;
  readonly campaign: string;
}

export interface CreativeOrigin extends CampaignOrigin {
  readonly content: string;
}

/** The columns that group origins at each level, from the coarsest to the finest. */
export const ORIGIN_LEVELS = {
  source: ['source'],
  campaign: ['source', 'campaign'],
  set: ['source', 'campaign', 'medium'],
  creative: ['source', 'campaign', 'medium', 'content'],
} as const satisfies Record<string, readonly (keyof CreativeOrigin)[]>;
export type OriginLevel = keyof typeof ORIGIN_LEVELS;

export const ORIGIN_LEVEL_LABELS: Readonly<Record<OriginLevel, string>> = {
  source: 'Origem',
  campaign: 'Campanha',
  set: 'Conjunto de anúncios',
  creative: 'Criativo',
};
