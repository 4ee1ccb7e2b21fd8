// The report shows the numbers of `npm run report`, from the same code.

import * as z from 'zod/mini';
import type { CampaignOrigin, CreativeOrigin } from '../ads/origin-levels.ts';
import { type DayRange, periodQuery } from '../list-page.ts';
import type { ReportTest } from '../page/page-test.ts';

/** Sums in centavos of the real. A charge without a value in reais adds 0. */
export interface RevenueCents {
  /** The gross: what buyers paid, without interest. */
  readonly paid_cents: number;
  /** The receiving account's share of the paid charges whose net is known. */
  readonly net_cents: number;
  /** Gross of the paid charges whose net is unknown. */
  readonly net_unknown_cents: number;
  /** Estimated from charges of the same platform and method whose net is known, for `net_unknown_cents`. */
  readonly estimated_fees_cents: number;
  /** The part of `net_unknown_cents` whose fees no charge helps to estimate, so that they count as 0. */
  readonly unestimated_cents: number;
  readonly refunded_cents: number;
  /** The value of all issued Pix and boletos, paid or not. */
  readonly issued_cents: number;
  /** The part of `issued_cents` that still waits for payment. */
  readonly pending_cents: number;
}

export interface RevenueTotals extends RevenueCents {
  /** Issued Pix and boletos, paid or not; their value is `issued_cents`. */
  readonly pending: number;
  /** Pix and boletos that still wait for payment; their value is `pending_cents`. */
  readonly open: number;
  /** First charges of orders, including those refunded later. Bumps, upsells and renewals add only money. */
  readonly sales: number;
  /** All paid charges: sales, bumps, upsells and renewals. */
  readonly charges: number;
  readonly renewals: number;
  readonly refunded: number;
  /** Partial refunds of an unknown amount, which `refunded_cents` does not include. */
  readonly refunds_unknown: number;
}

/** Advice to keep or to stop an ad, given only if its numbers are significant. `reason` is in Portuguese. */
export interface Judgement {
  readonly verdict: 'keep' | 'stop';
  readonly reason: string;
}

/** The evidence for a judgement that an ad with a cost lacks. */
export interface MissingEvidence {
  /** Further spend, without tax, that leads to `stop` if no buyer follows; 0 if the spend so far suffices. */
  readonly spend_cents: number;
  /** Further buyers that lead to `keep` if nothing more is spent; null if a buyer's value is unknown. */
  readonly buyers: number | null;
  /** Days until the judgement at the present pace; null if the judgement takes more than 90 days, or never comes. */
  readonly days: number | null;
}

/** A visit belongs to the origin of its first event; a lead and its sales to the origin in the lead's UTMs. */
export interface OriginSums extends RevenueTotals {
  readonly visits: number;
  readonly checkouts: number;
  readonly leads: number;
  readonly applications: number;
  /** A person counts once, for the origin of their first sale. */
  readonly buyers: number;
  /** The buyers whose lead was stored in the same period; at most `leads`. */
  readonly lead_buyers: number;
  readonly spend_cents: number;
  /** The spend with tax. */
  readonly cost_cents: number;
}

/** Profit: net (estimated if unknown) less refunds and the cost of ads. */
export interface ReportOrigin extends OriginSums, CreativeOrigin {
  readonly profit_cents: number;
  /** True if the net or the refund of some charges is unknown. */
  readonly profit_is_estimate: boolean;
  readonly judgement: Judgement | null;
  /** Null if the creative is judged or has no cost, or if there are too few buyers to estimate what a buyer costs. */
  readonly missing_evidence: MissingEvidence | null;
}

export interface StageCounts {
  readonly visits: number;
  readonly cta_clicks: number;
  readonly form_starts: number;
  readonly leads: number;
  readonly applications: number;
  readonly checkouts: number;
  readonly purchases: number;
}

/** Purchases that the events of a campaign's visits report. */
export interface ReportRevenue extends CampaignOrigin {
  /** ISO 4217. */
  readonly currency: string;
  /** Transactions; a repeated one is counted once. */
  readonly transactions: number;
  /** The value in the currency's main unit. */
  readonly value: number;
}

export interface ReportSection {
  readonly section: string;
  readonly visits: number;
  /** Mean time in view, of the visits that saw the section. */
  readonly seconds: number;
}

export interface ReportForm {
  readonly form: string;
  readonly started: number;
  readonly completed: number;
}

export interface ReportAbandonment {
  readonly form: string;
  /** The step, counted from 0; null for a form of one step. */
  readonly step: number | null;
  readonly field: string;
  readonly visits: number;
}

export interface ReportVital extends CampaignOrigin {
  readonly metric: 'LCP' | 'INP' | 'CLS';
  /** The 75th percentile, in ms. CLS has no unit. */
  readonly p75: number;
  readonly samples: number;
}

/** Payments by method, of the charges that began in the period. */
export interface ReportMethod {
  /** `pix`, `boleto`, `credit_card`, or the platform's own word. */
  readonly method: string;
  readonly begun: number;
  readonly paid: number;
}

/** Sales by weekday (0: Sunday) or hour of their payment in Brasília. */
export interface ReportSlot extends Pick<RevenueTotals, 'sales' | 'paid_cents'> {
  readonly slot: number;
}

/** Visits by the hour in Brasília in which they began. */
export interface ReportVisitHour {
  readonly hour: number;
  readonly visits: number;
  readonly with_lead: number;
}

/** The money of a campaign's buyers within some days after their first payment, whatever the report's period. */
export interface ReportLifetime extends CampaignOrigin {
  readonly buyers: number;
  /** Buyers whose first payment is at least `days` days ago, and their net (estimated if unknown) less refunds. */
  readonly after: readonly {
    readonly days: number;
    readonly buyers: number;
    readonly cents: number;
  }[];
}

/** Leads by the minutes until an operator's first message or change of state, if before the purchase. */
export interface FirstContact {
  readonly is_contacted: boolean;
  /** The longest time in this group, above the previous group's. Null if the group has no limit, or no contact. */
  readonly within_minutes: number | null;
  readonly leads: number;
  readonly buyers: number;
}

/** The JSON of `npm run report -- --json`; its days are days in Brasília. */
export interface ReportJson {
  readonly from: string | null;
  readonly until: string | null;
  /** True if the money is all money so far of the leads of these days; false if it came on these days. */
  readonly by_lead: boolean;
  /** True if the newest leads of `by_lead` are younger than half the time in which 90 % pay. */
  readonly is_maturing: boolean;
  readonly funnel: {
    readonly visits: number;
    readonly leads: number;
    readonly applications: number;
    readonly checkouts: number;
    readonly pending: number;
    readonly paid: number;
    readonly buyers: number;
    readonly lead_buyers: number;
    readonly charges: number;
    readonly renewals: number;
    readonly refunded: number;
    readonly refunds_unknown: number;
  };
  readonly money: RevenueCents & {
    readonly currency: string;
    readonly spend_cents: number;
    /** The value is `spend_cents` plus tax. */
    readonly cost_cents: number;
    readonly profit_cents: number;
    readonly profit_is_estimate: boolean;
  };
  readonly origins: readonly ReportOrigin[];
  readonly spend_without_origin_cents: number;
  readonly cost_without_origin_cents: number;
  readonly sales_without_origin: number;
  readonly money_without_origin: RevenueCents;
  readonly sales_without_value: number;
  readonly platforms: readonly (RevenueTotals & { readonly platform: string })[];
  readonly products: readonly (RevenueTotals & { readonly product: string })[];
  readonly sales_days: readonly (RevenueTotals & { readonly day: string })[];
  readonly methods: readonly ReportMethod[];
  readonly weekdays: readonly ReportSlot[];
  readonly hours: readonly ReportSlot[];
  readonly lifetimes: readonly ReportLifetime[];
  readonly lead_to_payment_days: {
    readonly sales: number;
    readonly median: number | null;
    readonly p90: number | null;
  };
  readonly first_contact: readonly FirstContact[];
  readonly notices: { readonly received: boolean; readonly not_understood: number };
  /** Visits and leads of robots, which no other number counts. */
  readonly excluded: { readonly visits: number; readonly leads: number };
  readonly leads_stored: number;
  readonly leads_with_visit: number;
  /** ISO time at which the newest counted event was stored; null if no event is counted. */
  readonly events_counted_until: string | null;
  readonly days: readonly (StageCounts & CampaignOrigin & { readonly day: string | null })[];
  readonly revenue: readonly ReportRevenue[];
  readonly sections: readonly ReportSection[];
  readonly forms: readonly ReportForm[];
  readonly abandonment: readonly ReportAbandonment[];
  /** The newest test of two texts, whatever the period. Null if there was no test, and in the report's `before`. */
  readonly test: ReportTest | null;
  /** The tests before `test`, the newest first. */
  readonly past_tests: readonly ReportTest[];
  readonly visit_hours: readonly ReportVisitHour[];
  readonly vitals: readonly ReportVital[];
}

/** A step of the funnel, with Portuguese texts. */
export interface ReportStep {
  readonly label: string;
  readonly count: number;
  /** `count` people reached an earlier step, `part` went on. Null without such a step, or if the share exceeds 1. */
  readonly of: { readonly part: number; readonly count: number; readonly label: string } | null;
  readonly cents: number | null;
}

/** A table in Portuguese; the first column is text, the others are numbers. */
export interface ReportTable {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** For each row, its last columns as fractions of the highest value, which a bar or a heat map shows. */
  readonly parts: readonly (readonly number[])[];
  readonly verdict?: string;
  /** A remark below the table; empty if there is none. */
  readonly note: string;
}

/** A day of the period, also without visits. Leads and applications count on the day on which they were stored. */
export interface ReportDay extends Omit<OriginSums, 'checkouts'> {
  readonly day: string;
}

export interface ReportPeriod extends ReportJson {
  readonly steps: {
    readonly to_lead: readonly ReportStep[];
    readonly to_money: readonly ReportStep[];
  };
  readonly series: readonly ReportDay[];
  readonly tables: readonly ReportTable[];
  readonly page_tables: readonly ReportTable[];
}

export type MoneySums = Omit<OriginSums, 'visits' | 'checkouts' | 'leads' | 'applications'>;

/** The first and the last day are included. `before` has the sums of as many days before. */
export interface RecentDays extends DayRange {
  readonly sums: MoneySums;
  readonly before: MoneySums;
}

export interface ReportResponse {
  /** The sums of today, of yesterday and of the last seven days, whatever the period. */
  readonly recent: readonly RecentDays[];
  readonly period: ReportPeriod;
  /** As many days before the period; null if the request did not ask, or if the period has no start or end. */
  readonly before: ReportPeriod | null;
}

export const reportQuerySchema = z.strictObject({
  ...periodQuery,
  compare: z.optional(z.literal('1')),
  /** `by_lead=1` reports all money so far of the period's leads instead of the money of the period. */
  by_lead: z.optional(z.literal('1')),
});
