/** The test of a text in two versions, for report and editor. */
import * as z from 'zod/mini';
import { storableText } from '../text.ts';
import { MAX_TEST_NAME_LENGTH, VERSIONS, type Version } from '../visits/tested-text.ts';

/** At least and at most, whenever one looks. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

/** What the numbers of two versions show. */
export interface TestJudgement {
  readonly verdict: Version | null;
  /** By whom the verdict was reached; buyers come first. */
  readonly verdict_by: 'buyers' | 'leads' | null;
  /** By which part b has more leads or buyers per visitor than a: 0.2 is 20 %. Null: too few so far. */
  readonly leads_change: Range | null;
  readonly buyers_change: Range | null;
  /** By how many centavos a visitor of b brings more than one of a. */
  readonly net_change_cents: Range | null;
  /** The versions are not shown to half of the visitors each: no verdict holds. */
  readonly has_wrong_shares: boolean;
}

/** What a version has brought. A person belongs to the version that they saw first. */
export interface TestVersion {
  readonly version: Version;
  readonly visits: number;
  /** Browsers: their first visit to the test. */
  readonly visitors: number;
  /** People who left a lead. */
  readonly leads: number;
  readonly buyers: number;
  /** Net (estimated if unknown) less refunds. */
  readonly net_cents: number;
}

/** A test of the page: all of its days, whatever the report's period. */
export interface ReportTest extends TestJudgement {
  readonly name: string;
  readonly versions: readonly TestVersion[];
  /** Visits and people that saw both versions; they count for the first. */
  readonly saw_both: number;
  /** Half of the leads are so new that their buyers may still pay. */
  readonly is_maturing: boolean;
}

interface TestNeed {
  readonly visitors: number;
  readonly days: number;
}

/** What a test would need at the page's traffic of the last 30 days. */
export interface TestEstimate {
  readonly needed: readonly {
    readonly difference: number;
    readonly leads: TestNeed | null;
    readonly buyers: TestNeed | null;
  }[];
  /** False: no such difference is found within 60 days. */
  readonly is_advised: boolean;
}

/** A test that ended, with its numbers at that time. */
export interface EndedTest {
  readonly name: string;
  readonly ended_at: string;
  readonly ended_by: string;
  readonly winner: Version;
  readonly text_a: string;
  readonly text_b: string;
  readonly result: ReportTest | null;
}

export interface PageTestResponse {
  /** Of the newest test that visitors saw. */
  readonly newest: ReportTest | null;
  readonly estimate: TestEstimate;
  readonly ended: readonly EndedTest[];
}

export const endTestSchema = z.strictObject({
  name: storableText(MAX_TEST_NAME_LENGTH),
  winner: z.enum(VERSIONS),
  text_a: storableText(2_000),
  text_b: storableText(2_000),
});
