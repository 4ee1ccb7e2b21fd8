/** Persons and what the law gives them (LGPD). */
import * as z from 'zod/mini';
import { storableText } from '../text.ts';
import type { ContactItem, TimelineEntry } from './contacts.ts';
import { pageQuery, version } from './page.ts';
import type { SaleItem } from './sales.ts';

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

export type PersonField = 'names' | 'phones' | 'emails';

/** A stored row that carries one of a person's contacts, or that is matched to such a row. */
export interface PersonRow {
  /** `lead:<number>`, `application:<uuid>`, `sale:<platform>:<key>`, `notice:<number>` or `announcement:<number>`. */
  readonly key: string;
  /** `notice`: a platform's notice that no sale was made of; `announcement`: an event for webhooks whose row is gone. */
  readonly kind: 'lead' | 'application' | 'sale' | 'notice' | 'announcement';
  readonly at: string;
  /** All that the row says, as it was typed. */
  readonly names: readonly string[];
  readonly phones: readonly string[];
  readonly emails: readonly string[];
  /** Whether it is the person's as far as its fields tell: two agree, or one does and none contradicts it. */
  readonly same: boolean;
  /** Fields that contradict what is known of the person. */
  readonly differs: readonly PersonField[];
}

/** `GET people/:key/rows`: every row that an export or an erasure may take, the oldest first. */
export interface PersonRowsAnswer {
  readonly items: readonly PersonRow[];
}

/** Rows that one export or erasure takes: their keys fit one request. */
export const MAX_CHOSEN_ROWS = 800;

/** The rows that an operator chose, by their keys. */
export const chosenRowsSchema = z.strictObject({
  rows: z.array(storableText(400)).check(z.minLength(1), z.maxLength(MAX_CHOSEN_ROWS)),
});
export type ChosenRows = z.infer<typeof chosenRowsSchema>;

export interface PersonDetail extends PersonItem {
  readonly items: readonly ContactItem[];
  readonly sales: readonly SaleItem[];
  /** Rows with one of the contacts that may be another person's: not among `items` and `sales`. */
  readonly apart: readonly PersonRow[];
  readonly story: readonly TimelineEntry[];
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
  /** Who asks: phone or e-mail, as they gave it; empty once it is kept no longer. */
  readonly contact: string;
  /** SHA-256 in hexadecimal of the contact's key (contract/src/person.ts) once the contact is gone; null before. */
  readonly contact_sha256: string | null;
  /** When the person was erased; null: not since the request. */
  readonly erased_at: string | null;
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
