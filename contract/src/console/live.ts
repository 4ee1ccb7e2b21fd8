// This file imports no zod, because the console loads it.
import type { Role } from '../operators/roles.ts';

/** Settings that the console reads once, when it starts. */
export interface ConsoleContext {
  readonly product: string;
  /** Hours within which an application is answered; null if the content does not say. */
  readonly reply_hours: number | null;
  readonly operator: { readonly id: string; readonly email: string; readonly role: Role };
  /** E-mails of the operators who may own contacts. An attendant gets only the attendant's own e-mail. */
  readonly team: readonly string[];
  readonly build: string;
}

/**
 * Kinds of rows for which the server gives an open console a mark that changes with the rows. The mark of `erasures`
 * changes when a person is erased from any table.
 */
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

/** The response that a visible console requests every 1.5 s. */
export interface LiveResponse {
  /** The id of the console's build; a console of another build must be loaded again. */
  readonly build: string;
  readonly role: Role;
  /** The marks of the kinds that the operator's role may see: opaque texts that change when the rows change. */
  readonly marks: Partial<Readonly<Record<MarkedKind, string>>>;
}
