// Persons and their rights by the data protection law (LGPD): export, erasure, requests.
import * as z from 'zod/mini';
import { numberedPageQuery, versionSchema } from '../list-page.ts';
import { storableText } from '../text.ts';

/** Days within which a request must be answered (LGPD, art. 19). */
export const REQUEST_DAYS = 15;

/** A person is the set of all rows that share a phone number or an e-mail address. */
export interface PersonItem {
  /** The key of any of the person's rows, as in `PersonRow`, so that URLs contain no phone or e-mail. */
  readonly key: string;
  readonly name: string;
  readonly phones: readonly string[];
  readonly emails: readonly string[];
  readonly rows: number;
  readonly newest_at: string;
}

export type PersonField = 'names' | 'phones' | 'emails';

/** A row that has the person's phone or e-mail, or was matched to a row that has. */
export interface PersonRow {
  /** `lead:<number>`, `application:<uuid>`, `sale:<platform>:<key>`, `notice:<number>` or `outbox_event:<number>`. */
  readonly key: string;
  /** A `notice` is listed only if it has no sale, and an `outbox_event` only if its row was erased. */
  readonly kind: 'lead' | 'application' | 'sale' | 'notice' | 'outbox_event';
  readonly at: string;
  readonly names: readonly string[];
  readonly phones: readonly string[];
  readonly emails: readonly string[];
  /** True if two fields agree with the person's fields, or if one agrees and none contradicts them. */
  readonly same: boolean;
  /** Fields that contradict the person's. */
  readonly differs: readonly PersonField[];
}

export const MAX_ROWS_PER_REQUEST = 800;

export const chosenRowsSchema = z.strictObject({
  rows: z.array(storableText(400)).check(z.minLength(1), z.maxLength(MAX_ROWS_PER_REQUEST)),
});

export interface ErasureResponse {
  readonly erased: Readonly<Record<string, number>>;
}

export const peopleSearchSchema = z.strictObject({
  q: storableText(200).check(z.minLength(2)),
});

export const REQUEST_KINDS = ['access', 'erasure', 'correction', 'objection', 'other'] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

export interface PrivacyRequest {
  readonly id: number;
  readonly kind: RequestKind;
  /** The phone or e-mail as typed; empty after its retention period. */
  readonly contact: string;
  /** SHA-256 in hexadecimal of the contact's key (../contacts/person.ts); null before the end of the retention. */
  readonly contact_sha256: string | null;
  readonly erased_at: string | null;
  readonly note: string;
  readonly received_at: string;
  readonly due_at: string;
  /** Null while the request is open. */
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
  version: versionSchema,
  done: z.optional(z.boolean()),
  note: z.optional(storableText(5_000)),
});
export type PrivacyRequestChange = z.infer<typeof requestChangeSchema>;

export const requestsQuerySchema = z.strictObject({
  open: z.optional(z.literal('1')),
  ...numberedPageQuery,
});
