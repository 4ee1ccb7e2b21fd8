// This file imports no zod, because the console loads it.
import type { Role } from '../operators/roles.ts';

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

/** Kinds of rows whose changes an open console notices by a mark. `erasures`: a person was erased from any table. */
export const MARKED_KINDS = [
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
export type MarkedKind = (typeof MARKED_KINDS)[number];

/** A visible console asks for this every 1.5 s. */
export interface LiveResponse {
  /** The id of the console's build; a console of another build must be loaded again. */
  readonly build: string;
  readonly role: Role;
  /** Opaque texts that change with the rows, for each kind that the role may see. */
  readonly marks: Partial<Readonly<Record<MarkedKind, string>>>;
}
