import type {
  ContactItem,
  ContactNote,
  ContactState,
  MoneyState,
} from '@funil/contract/console/contacts';
import { HOUR_MS } from '@funil/contract/durations';
import { internationalDigits } from '@funil/contract/international-phone';
import { emailKey, phoneKey } from '@funil/contract/person';
import type { Kysely } from 'kysely';
import type { Database, Tables } from '../../store/database.ts';
import { findAbandoned } from '../abandoned.ts';
import type { Person } from '../people/find-person.ts';
import { type ContactRef, splitRefs, subjectOf } from './contact-ref.ts';
import { type ContactRow, readContactRows } from './contact-rows.ts';

export interface ItemOptions {
  /** In ms since 1970. */
  readonly now: number;
  /** The time limit for answering an application; null if the content defines none. */
  readonly replyHours: number | null;
  /** E-mail of an operator who sees own contacts and those that nobody looks after; undefined: all. */
  readonly visibleTo: string | undefined;
}

export interface ListedContact {
  readonly number: number;
  readonly ref: ContactRef;
  readonly savedAt: string;
  readonly sentAt: number | null;
  readonly stage: 'started' | 'sent' | null;
  readonly phoneKey: string | null;
  readonly emailKey: string | null;
  readonly moneyState: MoneyState | null;
  /** In ms since 1970; null: no date, or the contact has paid since it was set. */
  readonly followUpAt: number | null;
}

/** Returns rows of the list by their numbers, in this order; a missing row is left out. */
export async function findListedContacts(
  database: Database,
  numbers: readonly number[],
): Promise<ListedContact[]> {
  if (numbers.length === 0) return [];
  const rows = await selectListed(database).where('number', 'in', numbers).execute();
  const byNumber = new Map(rows.map((row) => [row.number, toListed(row)]));
  return numbers.flatMap((number) => byNumber.get(number) ?? []);
}

/** Returns the list's rows of leads and applications, the newest first; a contact that is not listed is left out. */
export async function findContactsByRef(
  database: Kysely<Tables>,
  refs: readonly ContactRef[],
): Promise<ListedContact[]> {
  if (refs.length === 0) return [];
  const { leadIds, applicationIds } = splitRefs(refs);
  const rows = await selectListed(database)
    .where(({ or, eb }) =>
      or([
        ...(leadIds.length > 0 ? [eb('lead_id', 'in', leadIds)] : []),
        ...(applicationIds.length > 0 ? [eb('application_id', 'in', applicationIds)] : []),
      ]),
    )
    .orderBy('at', 'desc')
    .orderBy('number', 'desc')
    .execute();
  return rows.map(toListed);
}

/** Returns the list's row of a lead or an application; null if it is not listed (yet). */
export const findContact = async (
  database: Database,
  ref: ContactRef,
): Promise<ListedContact | null> => (await findContactsByRef(database, [ref]))[0] ?? null;

export const selectListed = (database: Kysely<Tables>) =>
  database
    .selectFrom('contacts')
    .select(['number', 'kind', 'lead_id', 'application_id', 'saved_at', 'sent_at', 'stage'])
    .select(['phone_key', 'email_key', 'money_state', 'follow_up_at']);

type ListedRow = Awaited<ReturnType<ReturnType<typeof selectListed>['execute']>>[number];

export const toListed = (row: ListedRow): ListedContact => ({
  number: row.number,
  ref:
    row.kind === 'lead'
      ? { kind: 'lead', leadId: Number(row.lead_id) }
      : { kind: 'application', applicationId: String(row.application_id) },
  savedAt: row.saved_at,
  sentAt: row.sent_at,
  stage: row.stage,
  phoneKey: row.phone_key,
  emailKey: row.email_key,
  moneyState: row.money_state,
  followUpAt: row.follow_up_at,
});

/** Returns the list item of a lead or an application; null if it is not listed (yet), or not visible to the operator. */
export async function readContactItem(
  database: Database,
  ref: ContactRef,
  options: ItemOptions,
): Promise<ContactItem | null> {
  const listed = await findContact(database, ref);
  const [item] = listed ? await readContactItems(database, [listed], options) : [];
  return item ?? null;
}

/**
 * Returns the list items of contacts, in this order; a contact whose row was erased, or that the operator may not see, is
 * left out. All routes read contacts here, so that this is the wall between attendants.
 */
export async function readContactItems(
  database: Database,
  listed: readonly ListedContact[],
  options: ItemOptions,
): Promise<ContactItem[]> {
  if (listed.length === 0) return [];
  const refs = listed.map(({ ref }) => ref);
  const rows = await readContactRows(database, refs);
  const followups = await readFollowups(database, refs.map(subjectOf));
  const noted = await findNoted(database, refs.map(subjectOf));
  const abandoned = await findAbandonedOf(database, listed, options.now);
  return listed.flatMap((contact) => {
    const subject = subjectOf(contact.ref);
    const row = rows.get(subject);
    if (!row) return [];
    const followup = followups.get(subject);
    const owner = followup?.owner ?? null;
    if (options.visibleTo !== undefined && owner !== null && owner !== options.visibleTo) return [];
    const isAbandoned = abandoned.has(row.reference ?? '');
    return toItem(contact, { row, followup, hasNote: noted.has(subject), isAbandoned, ...options });
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
  database: Kysely<Tables>,
  subjects: readonly string[],
): Promise<Map<string, Followup>> {
  const rows = await database
    .selectFrom('followups')
    .selectAll()
    .where('subject', 'in', subjects)
    .execute();
  return new Map(rows.map(({ subject, ...followup }) => [subject, followup]));
}

/** Returns the subjects that have a note. */
async function findNoted(database: Database, subjects: readonly string[]): Promise<Set<string>> {
  const rows = await database
    .selectFrom('contact_notes')
    .select('subject')
    .distinct()
    .where('subject', 'in', subjects)
    .execute();
  return new Set(rows.map(({ subject }) => subject));
}

const MAX_NOTES = 200;

/** Returns the notes about a contact, the newest first. */
export const readNotes = (database: Database, subject: string): Promise<ContactNote[]> =>
  database
    .selectFrom('contact_notes')
    .select(['id', 'at', 'written_by as by', 'text'])
    .where('subject', '=', subject)
    .orderBy('id', 'desc')
    .limit(MAX_NOTES)
    .execute();

interface ItemSources extends ItemOptions {
  readonly row: ContactRow;
  readonly followup: Followup | undefined;
  readonly hasNote: boolean;
  readonly isAbandoned: boolean;
}

function toItem(
  { ref, sentAt, stage, moneyState, followUpAt }: ListedContact,
  { row, followup, hasNote, isAbandoned, replyHours }: ItemSources,
): ContactItem {
  const state = moneyState ?? followup?.state ?? 'novo';
  const isOpen = stage === 'sent' && (state === 'novo' || state === 'em_conversa');
  const isDue = isOpen && sentAt !== null && replyHours !== null;
  return {
    subject: subjectOf(ref),
    name: row.name,
    phone: row.phone,
    wa: internationalDigits(row.phone),
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
  };
}

/** Keys of contract/src/person.ts; null: unknown. */
type ContactKeys = Pick<ListedContact, 'phoneKey' | 'emailKey'>;

export const contactKeys = ({ phone, email }: Person): ContactKeys => ({
  phoneKey: phone === null ? null : phoneKey(phone),
  emailKey: email === null ? null : emailKey(email) || null,
});

/**
 * Returns the list's rows with a phone or an e-mail, the newest first, including the row of `number`. It does not search
 * further by the contacts of those rows: a stranger's draft with the person's e-mail does not make both one person.
 * @param limit because a bot may send one phone endlessly
 */
export async function findContactsByKeys(
  database: Database,
  { number, ...keys }: ContactKeys & { readonly number?: number },
  limit: number,
): Promise<ListedContact[]> {
  if (number === undefined && keys.phoneKey === null && keys.emailKey === null) return [];
  const rows = await selectListed(database)
    .where(({ or, eb }) =>
      or([
        ...(number === undefined ? [] : [eb('number', '=', number)]),
        ...(keys.phoneKey === null ? [] : [eb('phone_key', '=', keys.phoneKey)]),
        ...(keys.emailKey === null ? [] : [eb('email_key', '=', keys.emailKey)]),
      ]),
    )
    .orderBy('at', 'desc')
    .orderBy('number', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toListed);
}
