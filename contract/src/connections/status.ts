import * as z from 'zod/mini';
import { numberedPageQuery } from '../list-page.ts';
import type { Role } from '../operators/roles.ts';
import type { FindingTopic } from './finding-topics.ts';

/** Settings that the console reads once, when it starts. */
export interface ConsoleContext {
  readonly product: string;
  /** Hours within which an application is answered; null if the content does not say. */
  readonly reply_hours: number | null;
  readonly operator: { readonly id: string; readonly email: string; readonly role: Role };
  /** E-mails of operators who may own contacts; for an attendant only the attendant's own. */
  readonly team: readonly string[];
  readonly build: string;
}

export interface StatusFinding {
  readonly subject: FindingTopic;
  /** Green: in order. Yellow: works, but needs attention. Red: does not work. */
  readonly level: 'green' | 'yellow' | 'red';
  readonly what: string;
  /** The remedy, in the console if possible; null if none is needed. */
  readonly remedy: string | null;
}

export interface StatusResponse {
  readonly checked_at: string;
  readonly findings: readonly StatusFinding[];
  /** Approximate number of rows that search and filters do not include yet. */
  readonly unlisted: number;
}

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

/** Kinds of rows whose changes an open console notices by a mark. `erasures`: a person was erased from any table. */
export const MARKED_TABLES = [
  'leads',
  'applications',
  'sales',
  'spend',
  'deliveries',
  'followups',
  'templates',
  'requests',
  'erasures',
  'page',
] as const;
export type MarkedTable = (typeof MARKED_TABLES)[number];

/** A visible console asks for this every 1.5 s. */
export interface LiveResponse {
  /** The id of the console's build; a console of another build must be loaded again. */
  readonly build: string;
  readonly role: Role;
  /** Opaque texts that change with the rows, for each kind that the role may see. */
  readonly marks: Partial<Readonly<Record<MarkedTable, string>>>;
}
