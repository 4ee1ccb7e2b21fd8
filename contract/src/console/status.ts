/** What the doctor says, who did what, and what is told live. */
import * as z from 'zod/mini';
import { pageQuery } from './page.ts';
import type { Role } from './roles.ts';

/** What the console asks once, at its start. */
export interface ConsoleContext {
  readonly product: string;
  /** Hours within which an application is answered; null: content does not say. */
  readonly reply_hours: number | null;
  readonly operator: { readonly id: string; readonly email: string; readonly role: Role };
  /** Another one after a redeploy. */
  readonly build: string;
}

export interface StatusFinding {
  readonly subject: string;
  readonly level: 'green' | 'yellow' | 'red';
  /** In Portuguese. */
  readonly what: string;
  readonly remedy: string | null;
}

export interface StatusAnswer {
  readonly checked_at: string;
  readonly findings: readonly StatusFinding[];
  /** Rows, about, that search and filters do not know yet; 0: all are known. */
  readonly unlisted: number;
}

/** A look at personal data, or a change of it; values are never kept. */
export interface AuditItem {
  readonly id: number;
  readonly at: string;
  /** E-mail of the operator; null: a command in the terminal. */
  readonly who: string | null;
  readonly what: string;
  readonly subject: string | null;
}

export const auditQuerySchema = z.strictObject(pageQuery);

/** `erasures`: somebody is gone, wherever they are shown. */
export const LIVE_TABLES = [
  'leads',
  'applications',
  'sales',
  'deliveries',
  'subjects',
  'templates',
  'requests',
  'erasures',
] as const;
export type LiveTable = (typeof LIVE_TABLES)[number];

/** `event: rows`: something in these tables is new; never what. */
export interface LiveRows {
  readonly tables: readonly LiveTable[];
}

/** `event: hello`, first on every connection: another build means that the page is to be loaded again. */
export interface LiveHello {
  readonly build: string;
}
