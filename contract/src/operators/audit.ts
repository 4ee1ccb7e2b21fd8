import * as z from 'zod/mini';
import { numberedPageQuery } from '../list-page.ts';

/** An access to personal data or a change, without the values. */
export interface AuditItem {
  readonly id: number;
  readonly at: string;
  /** The operator's e-mail; null for a command in the terminal. */
  readonly who: string | null;
  /** A key of `AUDIT_LABELS`; an entry of another release may hold any text. */
  readonly what: string;
  readonly subject: string | null;
  /** The name of the person, sale, text or operator; null if it has none or was erased. */
  readonly name: string | null;
}

export const auditQuerySchema = z.strictObject(numberedPageQuery);
