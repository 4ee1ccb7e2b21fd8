/** The report leaves these visits out. */
import * as z from 'zod/mini';
import { periodQuery } from './list-page.ts';

/** The newest 200 are listed. */
export interface RobotVisit {
  readonly session: string;
  readonly began_at: string;
  readonly source: string;
  readonly medium: string;
  readonly campaign: string;
  /** Comma-separated (../contacts/robot-signals.ts). */
  readonly suspect: string;
  /** Operators mark this lead or application as a person's instead of the visit; null without one. */
  readonly subject: string | null;
}

export const robotVisitsSchema = z.strictObject(periodQuery);
