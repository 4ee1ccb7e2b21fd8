/** Whom the operator talks to: leads and applications, in one shape. */
import * as z from 'zod/mini';
import { storableText } from '../text.ts';
import { pageQuery, periodQuery, searchText, utmQuery, version } from './page.ts';

/** Where a conversation stands; `novo` until somebody says otherwise. */
export const CONTACT_STATES = [
  'novo',
  'em_conversa',
  'aprovado',
  'recusado',
  'comprou',
  'perdido',
] as const;
export type ContactState = (typeof CONTACT_STATES)[number];

/** How far an application got: `abandoned` is `started`, and nothing for an hour. */
export const APPLICATION_STAGES = ['started', 'abandoned', 'sent'] as const;
export type ApplicationStage = (typeof APPLICATION_STAGES)[number];

/** `lead:<number>` or `application:<uuid>`. */
export const subjectKey = z
  .string()
  .check(
    z.regex(/^(?:lead:[1-9]\d{0,15}|application:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/),
  );

/** A row of the lists. Moments are ISO texts in UTC. */
export interface ContactItem {
  readonly subject: string;
  readonly name: string;
  /** As it was given. */
  readonly phone: string;
  /** Digits for `https://wa.me/`; null: the number cannot have WhatsApp. */
  readonly wa: string | null;
  readonly email: string | null;
  readonly created_at: string;
  readonly source: string;
  readonly medium: string;
  readonly campaign: string;
  readonly content: string;
  /** Why a robot is suspected; null: it is not. */
  readonly suspect: string | null;
  readonly state: ContactState;
  readonly version: number;
  readonly has_note: boolean;
  /** Of an application that was sent and waits: until when it is to be answered; null: content does not say. */
  readonly due_at: string | null;
  /** Null: a lead. */
  readonly stage: ApplicationStage | null;
  /** Whether a sale of theirs is paid. */
  readonly paid: boolean;
}

export type TimelineKind =
  | 'arrival'
  | 'section'
  | 'click'
  | 'form'
  | 'lead'
  | 'draft'
  | 'application'
  | 'sale'
  | 'message'
  | 'state'
  | 'note'
  | 'delivery';

/** One thing that happened, in Portuguese. */
export interface TimelineEntry {
  readonly at: string;
  readonly kind: TimelineKind;
  readonly title: string;
  readonly detail?: string;
}

/** An answer as it is stored, by its column. */
export interface StoredAnswer {
  readonly field: string;
  readonly value: string;
}

export interface FullContact extends ContactItem {
  /** All that the row holds besides, in the form's order. */
  readonly answers: readonly StoredAnswer[];
  readonly term: string;
  readonly note: string;
  /** Who changed state or note last, and when; null: nobody. */
  readonly changed_by: string | null;
  readonly changed_at: string | null;
  /** All rows of the same person, this one too, the newest first. Any of them is the key of `/people/:key`. */
  readonly person: readonly ContactItem[];
  /** Rows of the same phone or e-mail that may be another person's: something else contradicts. */
  readonly apart: readonly ContactItem[];
  /** Oldest first. */
  readonly story: readonly TimelineEntry[];
}

const filters = {
  q: searchText,
  ...periodQuery,
  source: utmQuery,
  medium: utmQuery,
  campaign: utmQuery,
  content: utmQuery,
  state: z.optional(z.enum(CONTACT_STATES)),
  suspect: z._default(z.enum(['yes', 'no', 'all']), 'all'),
};
const stage = z.optional(z.enum(APPLICATION_STAGES));

export const leadsQuerySchema = z.strictObject({ ...filters, ...pageQuery });
export const applicationsQuerySchema = z.strictObject({ ...filters, stage, ...pageQuery });
/** Of the CSV files: the same without pages. */
export const leadsFileSchema = z.strictObject(filters);
export const applicationsFileSchema = z.strictObject({ ...filters, stage });

const LONGEST_NOTE = 5_000;

/** What a change of one subject says; what is left out stays. */
export const contactChangeSchema = z.strictObject({
  version,
  state: z.optional(z.enum(CONTACT_STATES)),
  note: z.optional(storableText(LONGEST_NOTE)),
});
export type ContactChange = z.infer<typeof contactChangeSchema>;

/** Several at once; an undo is the same with the state before. */
export const stateChangesSchema = z.strictObject({
  state: z.enum(CONTACT_STATES),
  items: z
    .array(z.strictObject({ subject: subjectKey, version }))
    .check(z.minLength(1), z.maxLength(200)),
});

export type StateChangeResult =
  | { readonly subject: string; readonly ok: true; readonly item: ContactItem }
  /** `current` is null where the subject is gone. */
  | {
      readonly subject: string;
      readonly ok: false;
      readonly code: 'changed' | 'not_found';
      readonly current: ContactItem | null;
    };

export interface StateChangesAnswer {
  readonly results: readonly StateChangeResult[];
}

/** A conversation that was opened; `template`: by which text, null: by none. */
export const messageSchema = z.strictObject({ template: z.nullable(z.int().check(z.gte(1))) });
