/** Persons and what the law gives them (LGPD). */
import * as z from 'zod/mini';
import { storableText } from '../text.ts';
import { pageQuery, version } from './page.ts';
import type { SaleItem } from './sales.ts';
import type { StoryEntry, SubjectItem } from './subjects.ts';

/** Days to answer a request in full (LGPD, art. 19). */
export const REQUEST_DAYS = 15;

/** A person as found: all rows of one phone or e-mail. */
export interface PersonItem {
  /** For addresses: the name of one of their rows (`lead:<number>`, `application:<uuid>`), never a contact. */
  readonly key: string;
  readonly name: string;
  readonly phones: readonly string[];
  readonly emails: readonly string[];
  readonly rows: number;
  readonly newest_at: string;
}

export interface PersonDetail extends PersonItem {
  readonly items: readonly SubjectItem[];
  readonly sales: readonly SaleItem[];
  readonly story: readonly StoryEntry[];
}

/** What was erased, by table. */
export interface ErasedAnswer {
  readonly erased: Readonly<Record<string, number>>;
}

export const peopleQuerySchema = z.strictObject({
  q: storableText(200).check(z.minLength(2)),
  ...pageQuery,
});

export const REQUEST_KINDS = ['access', 'erasure', 'correction', 'objection', 'other'] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

/** A request of a person, with the day on which it must have been answered. */
export interface PrivacyRequest {
  readonly id: number;
  readonly kind: RequestKind;
  /** Who asks: phone or e-mail, as they gave it. */
  readonly contact: string;
  readonly note: string;
  readonly received_at: string;
  readonly due_at: string;
  /** Null: open. */
  readonly done_at: string | null;
  readonly done_by: string | null;
  readonly version: number;
}

export const newRequestSchema = z.strictObject({
  kind: z.enum(REQUEST_KINDS),
  contact: storableText(254).check(z.minLength(3)),
  note: z.optional(storableText(5_000)),
});
export type NewPrivacyRequest = z.infer<typeof newRequestSchema>;

export const requestChangeSchema = z.strictObject({
  version,
  done: z.optional(z.boolean()),
  note: z.optional(storableText(5_000)),
});
export type PrivacyRequestChange = z.infer<typeof requestChangeSchema>;

export const requestsQuerySchema = z.strictObject({
  open: z.optional(z.literal('1')),
  ...pageQuery,
});
