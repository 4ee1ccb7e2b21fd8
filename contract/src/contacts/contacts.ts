// Contacts are leads and applications in one shape. Timestamps are ISO texts in UTC.
import * as z from 'zod/mini';
import type { CreativeOrigin } from '../ads/origin-levels.ts';
import { MAX_UTM_LENGTH } from '../capture/utm.ts';
import {
  listFilter,
  pageQuery,
  periodQuery,
  searchTextSchema,
  timestampSchema,
  versionSchema,
} from '../list-page.ts';
import { storableText } from '../text.ts';

/** The state of a conversation; `novo` until an operator changes it. */
export const CONTACT_STATES = [
  'novo',
  'em_conversa',
  'aprovado',
  'recusado',
  'comprou',
  'perdido',
] as const;
export type ContactState = (typeof CONTACT_STATES)[number];

/**
 * The state that follows from a person's sales and overrides the state that an operator chose. `devolvido` means that
 * the person got the money back.
 */
export type MoneyState = 'comprou' | 'devolvido';
/** The state that follows from the person's sales or, if the person has none, the state that an operator chose. */
const EFFECTIVE_STATES = [...CONTACT_STATES, 'devolvido'] as const;
export type EffectiveState = (typeof EFFECTIVE_STATES)[number];

/** `abandoned` means started and without activity for an hour. */
export type ApplicationStage = 'started' | 'abandoned' | 'sent';

/** Lists show a draft's stage while its state is `novo`, else the state in effect. */
const LISTED_STATES = [...EFFECTIVE_STATES, 'started', 'abandoned'] as const;
export type ListedState = (typeof LISTED_STATES)[number];

export const CONTACT_KEY =
  /^(?:lead:([1-9]\d{0,15})|application:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))$/;

export const contactKeySchema = z.string().check(z.regex(CONTACT_KEY));

/** The person of a row. The totals count only rows that the operator may see. */
export interface PersonCard {
  /** An id that is equal in all rows that the lists show as one person. */
  readonly person: string;
  readonly totals: {
    readonly leads: number;
    readonly applications: number;
    /** Paid orders and their value; null if the operator's role sees no sales. */
    readonly purchases: number | null;
    readonly spent_cents: number | null;
  };
  /** When an operator last opened WhatsApp from any row of the person; null if never. */
  readonly messaged_at: string | null;
}

/**
 * The checkout's address with a contact's key, by which the server matches the sale to the contact. Without an
 * address, `missing` says what is missing: the contact, the contact's key, the page's checkout, or the checkout of
 * the sale's product.
 */
export type CheckoutLink =
  | { readonly url: string }
  | { readonly url: null; readonly missing: 'contact' | 'key' | 'checkout' | 'product' };

export interface ContactItem extends PersonCard, CreativeOrigin {
  /** `lead:<number>` or `application:<uuid>`. */
  readonly subject: string;
  readonly name: string;
  /** The phone as the visitor typed it. */
  readonly phone: string;
  /** The digits for `https://wa.me/`; null if the number cannot have WhatsApp. */
  readonly whatsapp: string | null;
  readonly email: string | null;
  readonly created_at: string;
  /** Comma-separated reasons to suspect a robot; null if the row is not suspect. */
  readonly suspect: string | null;
  readonly state: EffectiveState;
  readonly version: number;
  readonly has_note: boolean;
  /** The e-mail of the operator who owns the contact; null if no operator does. */
  readonly owner: string | null;
  readonly follow_up_at: string | null;
  /** The deadline for the reply to a sent application; null if there is none. */
  readonly due_at: string | null;
  /** The stage of an application; null for a lead. */
  readonly stage: ApplicationStage | null;
  /** True if a sale of the person is paid, so that `state` is `comprou`. */
  readonly paid: boolean;
  /** A link to the checkout of the page's own product. */
  readonly checkout_link: CheckoutLink;
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
  | 'owner'
  | 'follow_up'
  | 'delivery';

export interface TimelineEntry {
  readonly at: string;
  readonly kind: TimelineKind;
  readonly title: string;
  readonly detail?: string;
}

/** `field` is a column, or a key of `respostas`. */
export interface StoredAnswer {
  readonly field: string;
  /** The question's text; absent for what the page recorded of the visit. */
  readonly label?: string;
  readonly value: string;
}

export interface ContactNote {
  readonly id: number;
  readonly at: string;
  readonly by: string;
  readonly text: string;
}

export interface FullContact extends ContactItem {
  readonly answers: readonly StoredAnswer[];
  /** The lead's `utm_term`. */
  readonly term: string;
  /** Notes, the newest first. */
  readonly notes: readonly ContactNote[];
  /** The newest note; empty if there is none. */
  readonly note: string;
  /** The operator who last changed state, owner or date of follow-up; null if no operator did. */
  readonly changed_by: string | null;
  readonly changed_at: string | null;
  /**
   * Rows with the same phone or e-mail, including this row, the newest first. `same` is false if other contact data
   * of the row contradicts this row, because the row may then be another person's.
   */
  readonly rows: readonly (ContactItem & { readonly same: boolean })[];
  readonly timeline: readonly TimelineEntry[];
}

const utmFilter = listFilter(storableText(MAX_UTM_LENGTH));
/** Filters of contacts and of sales. A sale has the UTMs of its contact. */
export const originQuery = {
  q: searchTextSchema,
  ...periodQuery,
  source: utmFilter,
  medium: utmFilter,
  campaign: utmFilter,
  content: utmFilter,
};

const filterFields = {
  /** `people=1` lists one row for each person: the newest row that passes the other filters. */
  people: z.optional(z.literal('1')),
  ...originQuery,
  state: listFilter(z.enum(LISTED_STATES)),
  owner: z.optional(z.enum(['me', 'none'])),
  suspect: z._default(z.enum(['yes', 'no', 'all']), 'all'),
};
const sortField = z._default(z.enum(['newest', 'oldest']), 'newest');

export const contactsQuerySchema = z.strictObject({
  ...filterFields,
  sort: sortField,
  ...pageQuery,
});
/** Filters without sort and page: for CSV files, and for the counts beside a filter's choices. */
export const contactsFilterSchema = z.strictObject(filterFields);

/** Omitted fields stay unchanged. A change of `note` alone is accepted even if `version` is not the stored one. */
export const contactChangeSchema = z.strictObject({
  version: versionSchema,
  state: z.optional(z.enum(CONTACT_STATES)),
  note: z.optional(storableText(5_000)),
  owner: z.optional(z.nullable(storableText(254))),
  follow_up_at: z.optional(z.nullable(timestampSchema)),
});
export type ContactChange = z.infer<typeof contactChangeSchema>;

export const stateChangesSchema = z.strictObject({
  state: z.enum(CONTACT_STATES),
  items: z
    .array(z.strictObject({ subject: contactKeySchema, version: versionSchema }))
    .check(z.minLength(1), z.maxLength(200)),
});

export type StateChangeResult =
  | { readonly subject: string; readonly ok: true; readonly item: ContactItem }
  | {
      readonly subject: string;
      readonly ok: false;
      readonly code: 'changed' | 'not_found';
      readonly current: ContactItem | null;
    };

export interface StateChangesResponse {
  readonly results: readonly StateChangeResult[];
}

/** `template` is the id of the template with which the message began; null if the operator chose no template. */
export const openedConversationSchema = z.strictObject({
  template: z.nullable(z.int().check(z.gte(1))),
});
