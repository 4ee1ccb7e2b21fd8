/**
 * Amounts in hundredths: `spend_cents` excludes tax, `cost_cents` includes it. Days are in the ad account's time zone.
 */
import * as z from 'zod/mini';
import { AD_NETWORKS, type AdNetwork, SPEND_GROUPS } from '../ads/ad-spend.ts';
import { storableText } from '../text.ts';
import {
  type DayRange,
  type ListPage,
  pageQuery,
  periodQuery,
  queryInteger,
  searchTextSchema,
} from './list-page.ts';

export interface SpendTotal {
  readonly currency: string;
  readonly spend_cents: number;
  readonly cost_cents: number;
}

export interface SpendPull {
  readonly account: string;
  readonly name: string | null;
  readonly currency: string | null;
  /** IANA's name, such as `America/Sao_Paulo`. */
  readonly time_zone: string | null;
  readonly pulled_at: string | null;
  /** Why the last pull failed, and what to do, in Portuguese. */
  readonly problem: { readonly message: string; readonly remedy: string } | null;
}

export interface SpendOverview {
  /** Days with spend; null: none is stored. */
  readonly from: string | null;
  readonly until: string | null;
  /** Today's fraction of the amount paid, such as 0.1215. */
  readonly tax: number;
  /** Null: no token is set. */
  readonly pull: SpendPull | null;
  /** The address in the draft or as published; null without an address on the internet. */
  readonly page_address: string | null;
}

export const spendRowsSchema = z.strictObject({
  ...periodQuery,
  network: z.optional(z.enum(AD_NETWORKS)),
  by: z._default(z.enum(SPEND_GROUPS), 'ad'),
  q: searchTextSchema,
  ...pageQuery,
  /** The number of items before the page, from the previous page's `next`. */
  after: z.optional(queryInteger(0, 999_999_999)),
});

export interface SpendItem extends SpendTotal, DayRange {
  readonly key: string;
  readonly network: AdNetwork;
  /** Null: unknown, or the item covers several campaigns. */
  readonly campaign: string | null;
  readonly set: string | null;
  readonly ad: string | null;
  readonly impressions: number | null;
  readonly clicks: number | null;
}

export interface SpendRowsPage extends ListPage<SpendItem> {
  readonly totals: readonly SpendTotal[];
}

export const adLinksSchema = z.strictObject({
  links: z.array(storableText(4_000)).check(z.minLength(1), z.maxLength(50)),
});
