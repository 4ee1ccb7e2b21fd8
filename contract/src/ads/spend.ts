/**
 * Amounts in hundredths: `spend_cents` excludes tax, `cost_cents` includes it. Days are in the ad account's time zone.
 */
import * as z from 'zod/mini';
import {
  type DayRange,
  type ListPage,
  pageQuery,
  periodQuery,
  queryInteger,
  searchTextSchema,
} from '../list-page.ts';
import { storableText } from '../text.ts';
import { AD_NETWORKS, type AdNetwork, SPEND_GROUPS } from './ad-spend.ts';

export interface SpendTotal {
  readonly currency: string;
  readonly spend_cents: number;
  readonly cost_cents: number;
}

interface SpendPull {
  readonly account: string;
  readonly name: string | null;
  readonly currency: string | null;
  /** IANA's name, such as `America/Sao_Paulo`. */
  readonly time_zone: string | null;
  readonly pulled_at: string | null;
  /** Why the last pull failed, and what to do, in Portuguese; null if it succeeded. */
  readonly problem: { readonly message: string; readonly remedy: string } | null;
}

export interface SpendOverview {
  /** The first and the last day with spend; null if none is stored. */
  readonly from: string | null;
  readonly until: string | null;
  /** Today's tax as a fraction of the amount paid, such as 0.1215; 0 without a tax. */
  readonly tax: number;
  /** The last pull of spend from the network; null if no token is set. */
  readonly pull: SpendPull | null;
  /** The sales page's address on the internet, from the draft or as published; null if there is none. */
  readonly page_address: string | null;
}

export const spendRowsSchema = z.strictObject({
  ...periodQuery,
  network: z.optional(z.enum(AD_NETWORKS)),
  by: z._default(z.enum(SPEND_GROUPS), 'ad'),
  q: searchTextSchema,
  ...pageQuery,
  /** The number of items to skip: the value `next` of the previous list page. */
  after: z.optional(queryInteger(0, 999_999_999)),
});

export interface SpendItem extends SpendTotal, DayRange {
  readonly key: string;
  readonly network: AdNetwork;
  /** Null if the name is unknown, or if the item covers several campaigns. */
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
