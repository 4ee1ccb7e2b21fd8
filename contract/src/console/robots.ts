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
  /** Of its lead or application, which is put back instead; null: it has none. */
  readonly subject: string | null;
}

export const robotVisitsSchema = z.strictObject(periodQuery);
