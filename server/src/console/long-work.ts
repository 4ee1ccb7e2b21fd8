import type { Finding } from '../doctor/finding.ts';
import type { Asked } from '../leads/people/person-rows.ts';
import type { PasswordWeakness } from '../operators/passwords.ts';
import type { ReportData } from '../report/model.ts';
import type { Period } from '../report/period.ts';

/** Of which days a report is, and in what order the page has its sections. */
export interface ReportWanted {
  readonly period: Period;
  readonly sections: readonly string[];
}

/** Whom to forget, and which of the rows found. */
export interface Forgetting {
  readonly asked: Asked;
  readonly rows: readonly string[] | null;
}

/** What takes so long that it is done beside the console, which answers others meanwhile. */
export interface LongWork {
  /** Forgets the chosen rows of a person, by their keys; null: those that are the person's as far as their fields tell. Counts what is gone. */
  forget(wanted: Forgetting): Promise<Readonly<Record<string, number>>>;
  /** Why a new password is refused; null: it may be used. */
  judgePassword(password: string, email: string): Promise<PasswordWeakness | null>;
  /** What the doctor finds. */
  examine(): Promise<readonly Finding[]>;
  /** All that a report shows. */
  report(wanted: ReportWanted): Promise<ReportData>;
}
