import * as z from 'zod/mini';
import { numberedPageQuery } from '../list-page.ts';

/** An entry of the audit trail: an access to personal data or a change, without the data itself. */
export interface AuditItem {
  readonly id: number;
  readonly at: string;
  /** The operator's e-mail; null if a command in the terminal did it. */
  readonly who: string | null;
  /** A key of `AUDIT_LABELS`. An entry that another release wrote may have any text. */
  readonly what: string;
  readonly subject: string | null;
  /** The name of the person, sale, text or operator concerned; null if there is none, or if it was erased. */
  readonly name: string | null;
}

export const auditQuerySchema = z.strictObject(numberedPageQuery);
