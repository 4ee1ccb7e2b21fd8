// The visits of robots, which the report does not count.
import * as z from 'zod/mini';
import type { CampaignOrigin } from '../ads/origin-levels.ts';
import { periodQuery } from '../list-page.ts';

/** The newest 200 are listed. */
export interface RobotVisit extends CampaignOrigin {
  /** The session's 32 hexadecimal digits. */
  readonly session: string;
  readonly began_at: string;
  /** Comma-separated reasons (../contacts/robot-signals.ts). */
  readonly suspect: string;
  /** The visit's lead or application, which an operator marks as a person's instead of the visit; null if none. */
  readonly subject: string | null;
}

export const robotVisitsSchema = z.strictObject(periodQuery);
