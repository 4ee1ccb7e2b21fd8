import type { TextVersion } from '../visits/tested-text.ts';

/** A confidence interval that stays valid although operators look at the numbers every day. */
export interface ConfidenceInterval {
  readonly low: number;
  readonly high: number;
}

export interface TestJudgement {
  readonly verdict: TextVersion | null;
  /** The numbers that decided the verdict. Leads decide only if the buyers give no verdict. */
  readonly verdict_by: 'buyers' | 'leads' | null;
  /** The share by which version b has more leads (or buyers) per visitor than a: 0.2 is 20 %. Null if too few. */
  readonly leads_change: ConfidenceInterval | null;
  readonly buyers_change: ConfidenceInterval | null;
  /** The earnings per visitor of version b minus those of a, in centavos; null if there are too few buyers. */
  readonly net_change_cents: ConfidenceInterval | null;
  /** True if one version was shown to clearly more visitors than the other, so that no verdict is valid. */
  readonly has_wrong_shares: boolean;
}

/** A version's results. A person who saw both versions counts for the one that they saw first. */
export interface VersionResults {
  readonly version: TextVersion;
  readonly visits: number;
  /** Browsers. A browser counts at its first visit during the test. */
  readonly visitors: number;
  readonly leads: number;
  readonly buyers: number;
  /** Net (estimated if unknown) less refunds. */
  readonly net_cents: number;
}

/** The publication that ended the test. `at` is an ISO time. */
export interface TestEnd {
  readonly at: string;
  /** The operator's e-mail; empty if the files were changed by hand. */
  readonly by: string;
  readonly texts: Readonly<Record<TextVersion, string>>;
  /** The version whose text the page still shows; null for another text. */
  readonly kept: TextVersion | null;
}

/** A test with all of its days, whatever the report's period. */
export interface ReportTest extends TestJudgement {
  readonly name: string;
  /** ISO times at which the first and the last visit began. */
  readonly first_visit_at: string;
  readonly last_visit_at: string;
  /** Null while the test goes on, or if no version of the page is stored that ended the test. */
  readonly ended: TestEnd | null;
  readonly versions: readonly VersionResults[];
  /** Visitors who saw both versions. */
  readonly saw_both: number;
  /** True if half of the leads are so new that they may still pay. */
  readonly is_maturing: boolean;
}

/** Counts of the page's latest whole days in Brasília, without robots. */
export interface PageTraffic {
  readonly days: number;
  /** The number of visits, because without a test the server cannot recognize a returning visitor. */
  readonly visitors: number;
  readonly leads: number;
  /** Buyers whose lead or application was created in these days. */
  readonly buyers: number;
}

interface TestNeed {
  readonly visitors: number;
  readonly days: number;
}

/** How long a test would take at the page's traffic. */
export interface TestEstimate {
  readonly traffic: PageTraffic;
  /** The needs of a verdict, for several differences between the versions; null without visits, leads or buyers. */
  readonly needed: readonly {
    /** The share by which one version is better: 0.2 is 20 %. */
    readonly difference: number;
    readonly leads: TestNeed | null;
    readonly buyers: TestNeed | null;
  }[];
  /** False if the test would find none of the differences within 60 days. */
  readonly is_advised: boolean;
}
