import type {
  CheckoutLink,
  ContactItem,
  ContactNote,
  ContactState,
  PersonCard,
} from '@funil/contract/contacts/contacts';
import { internationalDigits } from '@funil/contract/contacts/international-phone';
import { HOUR_MS } from '@funil/contract/durations';
import type { Database, Queryable } from '../../store/database.ts';
import { isInAny } from '../../store/queries/sql.ts';
import type { SaleRow } from '../../store/sales-tables.ts';
import { findAbandoned } from '../abandoned.ts';
import { type ContactRef, contactKeyOf } from '../contact-ref.ts';
import { type ContactRow, readContactRows } from '../contact-rows.ts';
import { isOwnerVisibleTo } from './contact-filter.ts';
import { findListedContact, type ListedContact } from './listed-contacts.ts';
import { addPersonCards } from './person-cards.ts';

export interface ItemOptions {
  readonly now: number;
  /** Hours until an application must be answered; null: no limit. */
  readonly replyHours: number | null;
  /** E-mail of an operator who may see only own contacts and contacts without an owner. */
  readonly visibleTo: string | undefined;
  /** Without a sale, the link sells the page's own product. Left out: no item has a link. */
  readonly checkoutLinkOf?:
    | ((contact: ContactRow | null, sale?: SaleRow) => CheckoutLink)
    | undefined;
}

export const NO_CHECKOUT_LINK: CheckoutLink = { url: null, missing: 'checkout' };

/** Returns null if the contact is not listed yet, erased, or not visible to the operator. */
export async function readContactItem(
  database: Database,
  ref: ContactRef,
  options: ItemOptions,
): Promise<ContactItem | null> {
  const contact = await findListedContact(database, ref);
  const [item] = contact ? await readContactItems(database, [contact], options) : [];
  return item ?? null;
}

export const readContactItems = async (
  database: Database,
  listed: readonly ListedContact[],
  options: ItemOptions,
): Promise<ContactItem[]> =>
  addPersonCards(database, await readItemsWithoutCards(database, listed, options), {
    // The keys are null, because the cards take them from the contact list.
    rowOf: ({ subject }) => ({ subject, phoneKey: null, emailKey: null }),
    visibleTo: options.visibleTo,
  });

export type ContactItemWithoutCard = Omit<ContactItem, keyof PersonCard>;

/**
 * Returns the contacts except erased ones and those that the operator may not see. All routes read
 * contacts here, so that no attendant sees another attendant's contacts.
 */
export async function readItemsWithoutCards(
  database: Database,
  listed: readonly ListedContact[],
  options: ItemOptions,
): Promise<ContactItemWithoutCard[]> {
  if (listed.length === 0) return [];
  const refs = listed.map(({ ref }) => ref);
  const rowsByKey = await readContactRows(database, refs);
  const followupsByKey = await readFollowups(database, refs.map(contactKeyOf));
  const notedKeys = await findNoted(database, refs.map(contactKeyOf));
  const abandoned = await findAbandonedOf(database, listed, options.now);
  return listed.flatMap((contact) => {
    const subject = contactKeyOf(contact.ref);
    const row = rowsByKey.get(subject);
    if (!row) return [];
    const followup = followupsByKey.get(subject);
    const owner = followup?.owner ?? null;
    if (!isOwnerVisibleTo(owner, options.visibleTo)) return [];
    const isAbandoned = abandoned.has(row.reference ?? '');
    const hasNote = notedKeys.has(subject);
    return toItem(contact, { row, followup, hasNote, isAbandoned, ...options });
  });
}

function findAbandonedOf(database: Database, listed: readonly ListedContact[], now: number) {
  const drafts = listed.flatMap(({ ref, stage, ...draft }) =>
    ref.kind === 'application' && stage === 'started' ? [{ ...draft, id: ref.applicationId }] : [],
  );
  return findAbandoned(database, drafts, now);
}

export interface Followup {
  readonly state: ContactState;
  readonly owner: string | null;
  readonly follow_up_at: string | null;
  readonly version: number;
  readonly changed_by: string;
  readonly changed_at: string;
}

export async function readFollowups(
  database: Queryable,
  subjects: readonly string[],
): Promise<Map<string, Followup>> {
  const rows = await database
    .selectFrom('followups')
    .selectAll()
    .where(isInAny({ subject: subjects }))
    .execute();
  return new Map(rows.map(({ subject, ...followup }) => [subject, followup]));
}

async function findNoted(database: Database, subjects: readonly string[]): Promise<Set<string>> {
  const rows = await database
    .selectFrom('contact_notes')
    .select('subject')
    .distinct()
    .where('subject', 'in', subjects)
    .execute();
  return new Set(rows.map(({ subject }) => subject));
}

const MAX_NOTES_PER_CONTACT = 200;

export const readNotes = (database: Database, subject: string): Promise<ContactNote[]> =>
  database
    .selectFrom('contact_notes')
    .select(['id', 'at', 'written_by as by', 'text'])
    .where('subject', '=', subject)
    .orderBy('id', 'desc')
    .limit(MAX_NOTES_PER_CONTACT)
    .execute();

interface ItemSources extends ItemOptions {
  readonly row: ContactRow;
  readonly followup: Followup | undefined;
  readonly hasNote: boolean;
  readonly isAbandoned: boolean;
}

function toItem(
  { ref, sentAt, stage, moneyState, followUpAt }: ListedContact,
  { row, followup, hasNote, isAbandoned, replyHours, checkoutLinkOf }: ItemSources,
): ContactItemWithoutCard {
  const state = moneyState ?? followup?.state ?? 'novo';
  const isOpen = stage === 'sent' && (state === 'novo' || state === 'em_conversa');
  const isDue = isOpen && sentAt !== null && replyHours !== null;
  return {
    subject: contactKeyOf(ref),
    name: row.name,
    phone: row.phone,
    whatsapp: internationalDigits(row.phone),
    email: row.email,
    created_at: row.createdAt,
    source: row.origin.utm_source,
    medium: row.origin.utm_medium,
    campaign: row.origin.utm_campaign,
    content: row.origin.utm_content,
    suspect: row.suspect,
    state,
    version: followup?.version ?? 0,
    has_note: hasNote,
    owner: followup?.owner ?? null,
    follow_up_at: followUpAt === null ? null : new Date(followUpAt).toISOString(),
    due_at: isDue ? new Date(sentAt + replyHours * HOUR_MS).toISOString() : null,
    stage: isAbandoned ? 'abandoned' : stage,
    paid: moneyState === 'comprou',
    checkout_link: checkoutLinkOf?.(row) ?? NO_CHECKOUT_LINK,
  };
}
