/** The report for the browser: the numbers of `npm run report`, from the same code. */
import * as z from 'zod/mini';
import { periodQuery, utmQuery } from './page.ts';

export interface Cents {
  readonly paid_cents: number;
  readonly refunded_cents: number;
  readonly pending_cents: number;
}

export interface RevenueTotals extends Cents {
  /** Issued Pix and boletos. */
  readonly pending: number;
  /** Sales paid in the period, including those refunded later. */
  readonly sales: number;
  readonly refunded: number;
}

interface Campaign {
  readonly source: string;
  readonly medium: string;
  readonly campaign: string;
}

export interface ReportOrigin extends Cents, Campaign {
  readonly content: string;
  readonly visits: number;
  readonly leads: number;
  readonly sales: number;
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
export interface ReportRevenue extends Campaign {
  /** ISO 4217. */
  readonly currency: string;
  /** Transactions, each counted once. */
  readonly transactions: number;
  /** In the currency's main unit. */
  readonly value: number;
}

export interface ReportSection {
  readonly section: string;
  /** Visits that saw it. */
  readonly visits: number;
  /** Their mean time in view. */
  readonly seconds: number;
}

/** Visits that started a form, and those that completed it. */
export interface ReportForm {
  readonly form: string;
  readonly started: number;
  readonly completed: number;
}

/** Visits that left a form at a field. */
export interface ReportAbandonment {
  readonly form: string;
  /** From 0; null for a form of one step. */
  readonly step: number | null;
  readonly field: string;
  readonly visits: number;
}

export interface ReportVital extends Campaign {
  readonly metric: 'LCP' | 'INP' | 'CLS';
  /** 75th percentile, in ms; without a unit for CLS. */
  readonly p75: number;
  readonly samples: number;
}

/** The JSON of `npm run report -- --json`. */
export interface ReportJson {
  readonly from: string | null;
  readonly until: string | null;
  readonly funnel: {
    readonly visits: number;
    readonly leads: number;
    readonly applications: number;
    readonly checkouts: number;
    readonly pending: number;
    readonly paid: number;
    readonly refunded: number;
  };
  readonly money: Cents & { readonly currency: string };
  readonly origins: readonly ReportOrigin[];
  readonly sales_without_origin: number;
  readonly money_without_origin: Cents;
  readonly sales_without_value: number;
  readonly platforms: readonly (RevenueTotals & { readonly platform: string })[];
  readonly products: readonly (RevenueTotals & { readonly product: string })[];
  readonly sales_days: readonly (RevenueTotals & { readonly day: string })[];
  readonly lead_to_payment_days: {
    readonly sales: number;
    readonly median: number | null;
    readonly p90: number | null;
  };
  readonly notices: { readonly received: boolean; readonly not_understood: number };
  readonly leads_stored: number;
  readonly leads_with_visit: number;
  readonly events_unread: number;
  readonly days: readonly (StageCounts & Campaign & { readonly day: string | null })[];
  readonly revenue: readonly ReportRevenue[];
  readonly sections: readonly ReportSection[];
  readonly forms: readonly ReportForm[];
  readonly abandonment: readonly ReportAbandonment[];
  readonly vitals: readonly ReportVital[];
}

/** A step of the funnel, in Portuguese; `of`: the step that its percentage refers to. */
export interface ReportStep {
  readonly label: string;
  readonly count: number;
  readonly of: { readonly count: number; readonly label: string } | null;
  readonly cents: number | null;
}

/** One day of the series, which includes days without visits. */
export interface ReportDay {
  readonly day: string;
  readonly visits: number;
  readonly leads: number;
  readonly applications: number;
  readonly sales: number;
  readonly paid_cents: number;
  readonly refunded_cents: number;
}

/** Totals of a creative or a campaign. */
export interface OriginSum extends ReportOrigin {
  readonly checkouts: number;
  readonly applications: number;
}

export interface ReportPeriod extends ReportJson {
  readonly steps: {
    readonly to_lead: readonly ReportStep[];
    readonly to_money: readonly ReportStep[];
  };
  readonly series: readonly ReportDay[];
  /** By source, medium and campaign, most revenue first; `content` is empty. */
  readonly campaigns: readonly OriginSum[];
  /** Sales by their time from lead to payment. */
  readonly waits: readonly { readonly label: string; readonly sales: number }[];
}

export interface ReportResponse {
  readonly period: ReportPeriod;
  /** The same number of days before the period; null if not requested, or if the period has no start or end. */
  readonly before: ReportPeriod | null;
}

export const reportQuerySchema = z.strictObject({
  ...periodQuery,
  compare: z.optional(z.literal('1')),
});

export const reportOriginsQuerySchema = z.strictObject({
  ...periodQuery,
  source: utmQuery,
  medium: utmQuery,
  campaign: utmQuery,
});

/** The creatives of one origin, most revenue first. */
export interface ReportOriginsResponse {
  readonly items: readonly OriginSum[];
}
