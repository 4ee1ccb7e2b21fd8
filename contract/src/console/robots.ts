/** The report leaves these visits out. */
import * as z from 'zod/mini';
import { periodQuery } from './list-page.ts';
import type { CampaignOrigin } from './origin-levels.ts';

/** The newest 200 are listed. */
export interface RobotVisit extends CampaignOrigin {
  readonly session: string;
  readonly began_at: string;
  /** Comma-separated (../contacts/robot-signals.ts). */
  readonly suspect: string;
  /** Operators mark this lead or application as a person's instead of the visit; null without one. */
  readonly subject: string | null;
}

export const robotVisitsSchema = z.strictObject(periodQuery);
