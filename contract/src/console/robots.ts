/** The visits that the report leaves out, because robots made them. */
import * as z from 'zod/mini';
import { periodQuery } from './list-page.ts';

/** A visit of a robot; the list has the newest 200. */
export interface RobotVisit {
  /** The visit's session: 32 hexadecimal digits. */
  readonly session: string;
  /** ISO time at which it began. */
  readonly began_at: string;
  readonly source: string;
  readonly medium: string;
  readonly campaign: string;
  /** Comma-separated reasons (../contacts/robot-signals.ts). */
  readonly suspect: string;
  /** The visit's lead or application, which operators mark as a person's instead of the visit; null: it has none. */
  readonly subject: string | null;
}

export const robotVisitsSchema = z.strictObject(periodQuery);
