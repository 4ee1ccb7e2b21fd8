/** The test of a text in two versions, for report and editor. */
import type { Version } from '../visits/tested-text.ts';

/** A confidence interval that stays valid although operators look at the numbers every day. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

/** The judgement of two versions by their numbers. */
export interface TestJudgement {
  readonly verdict: Version | null;
  /** Whether the numbers of buyers or of leads decided the verdict; buyers are judged first. */
  readonly verdict_by: 'buyers' | 'leads' | null;
  /** The share by which b has more leads or buyers per visitor than a: 0.2 is 20 %. Null: too few leads or buyers. */
  readonly leads_change: Range | null;
  readonly buyers_change: Range | null;
  /** Earnings per visitor of b minus earnings per visitor of a, in centavos. */
  readonly net_change_cents: Range | null;
  /** True: the versions were not shown to half of the visitors each, so that no verdict is valid. */
  readonly has_wrong_shares: boolean;
}

/** A version's results. A person belongs to the version that they saw first. */
export interface TestVersion {
  readonly version: Version;
  readonly visits: number;
  /** Browsers; each is counted at its first visit during the test. */
  readonly visitors: number;
  /** People who left a lead. */
  readonly leads: number;
  readonly buyers: number;
  /** Net (estimated if unknown) less refunds. */
  readonly net_cents: number;
}

/** The end of a test: the publication of a page without it. */
export interface TestEnd {
  /** ISO time. */
  readonly at: string;
  /** E-mail of the operator; empty: changed by hand in the files. */
  readonly by: string;
  readonly texts: Readonly<Record<Version, string>>;
  /** The version whose text the page shows after the test; null: another text. */
  readonly kept: Version | null;
}

/** A test of the page: all of its days, whatever the report's period. */
export interface ReportTest extends TestJudgement {
  readonly name: string;
  /** When its first and its last visit began: ISO times. */
  readonly first_visit_at: string;
  readonly last_visit_at: string;
  /** Null: the test goes on, or it was not ended in the console. */
  readonly ended: TestEnd | null;
  readonly versions: readonly TestVersion[];
  /** Visits and people that saw both versions; they count for the first. */
  readonly saw_both: number;
  /** True: half of the leads are so new that they may still pay. */
  readonly is_maturing: boolean;
}

/** The page's visitors, leads and buyers on its latest whole days, without robots. */
export interface Traffic {
  /** The number of days, in Brasília's time zone. */
  readonly days: number;
  /** Visits, because a returning visitor cannot be recognized without a test. */
  readonly visitors: number;
  readonly leads: number;
  /** People who bought after they left their lead or application in these days. */
  readonly buyers: number;
}

interface TestNeed {
  readonly visitors: number;
  readonly days: number;
}

/** The visitors and days that a test would need at the page's traffic. */
export interface TestEstimate {
  readonly traffic: Traffic;
  /** Null: unknown, without visits, leads or buyers. */
  readonly needed: readonly {
    /** The share by which one version is better: 0.2 is 20 %. */
    readonly difference: number;
    readonly leads: TestNeed | null;
    readonly buyers: TestNeed | null;
  }[];
  /** False if none of the differences would be found within 60 days. */
  readonly is_advised: boolean;
}
