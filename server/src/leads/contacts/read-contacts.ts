import type { ContactItem } from '@funil/contract/console/contacts';
import { HOUR_MS } from '@funil/contract/durations';
import { internationalDigits } from '@funil/contract/international-phone';
import { emailKey, phoneKey } from '@funil/contract/person';
import type { Database } from '../../store/database.ts';
import { findAbandoned } from '../abandoned.ts';
import type { Person } from '../people/find-person.ts';
import { type ContactRef, splitRefs, subjectOf } from './contact-ref.ts';
import { type ContactRow, readContactRows } from './contact-rows.ts';

export interface ItemOptions {
  /** In ms since 1970. */
  readonly now: number;
  /** The time limit for answering an application; null if the content defines none. */
  readonly replyHours: number | null;
}

export interface ListedContact {
  readonly number: number;
  readonly ref: ContactRef;
  readonly savedAt: string;
  readonly sentAt: number | null;
  readonly stage: 'started' | 'sent' | null;
  readonly phoneKey: string | null;
  readonly emailKey: string | null;
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
  database: Database,
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

const selectListed = (database: Database) =>
  database
    .selectFrom('contacts')
    .select(['number', 'kind', 'lead_id', 'application_id', 'saved_at', 'sent_at', 'stage'])
    .select(['phone_key', 'email_key']);

type ListedRow = Awaited<ReturnType<ReturnType<typeof selectListed>['execute']>>[number];

const toListed = (row: ListedRow): ListedContact => ({
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
});

/** Returns the list items of contacts, in this order; a contact whose row was erased is left out. */
export async function readContactItems(
  database: Database,
  listed: readonly ListedContact[],
  options: ItemOptions,
): Promise<ContactItem[]> {
  if (listed.length === 0) return [];
  const refs = listed.map(({ ref }) => ref);
  const rows = await readContactRows(database, refs);
  const followups = await readFollowups(database, refs.map(subjectOf));
  const paid = await findPaid(database, [...rows.values()]);
  const abandoned = await findAbandonedOf(database, listed, options.now);
  return listed.flatMap((contact) => {
    const subject = subjectOf(contact.ref);
    const row = rows.get(subject);
    if (!row) return [];
    const followup = followups.get(subject);
    const isAbandoned = abandoned.has(row.reference ?? '');
    return toItem(contact, { row, followup, isPaid: paid.has(subject), isAbandoned, ...options });
  });
}

function findAbandonedOf(database: Database, listed: readonly ListedContact[], now: number) {
  const drafts = listed.flatMap(({ ref, stage, ...draft }) =>
    ref.kind === 'application' && stage === 'started' ? [{ ...draft, id: ref.applicationId }] : [],
  );
  return findAbandoned(database, drafts, now);
}

export interface Followup {
  readonly state: ContactItem['state'];
  readonly version: number;
  readonly note: string;
  readonly changed_by: string;
  readonly changed_at: string;
}

export async function readFollowups(
  database: Database,
  subjects: readonly string[],
): Promise<Map<string, Followup>> {
  const rows = await database
    .selectFrom('followups')
    .selectAll()
    .where('subject', 'in', subjects)
    .execute();
  return new Map(rows.map(({ subject, ...followup }) => [subject, followup]));
}

/** Returns the subjects of contacts with a paid sale. */
async function findPaid(database: Database, rows: readonly ContactRow[]): Promise<Set<string>> {
  const references = rows.flatMap(({ reference }) => reference ?? []);
  const { leadIds } = splitRefs(rows.map(({ ref }) => ref));
  if (references.length + leadIds.length === 0) return new Set();
  const sales = await database
    .selectFrom('sales')
    .select(['lead_ref', 'lead_id', 'lead_source'])
    .where('state', '=', 'paid')
    .where('is_test', '=', false)
    .where(({ or, eb }) =>
      or([
        ...(references.length > 0 ? [eb('lead_ref', 'in', references)] : []),
        ...(leadIds.length > 0 ? [eb('lead_id', 'in', leadIds)] : []),
      ]),
    )
    .execute();
  const known = new Set(sales.map(({ lead_ref, lead_id }) => lead_ref ?? `row ${lead_id}`));
  return new Set(
    rows
      .filter(({ ref, reference }) =>
        known.has(reference ?? (ref.kind === 'lead' ? `row ${ref.leadId}` : '')),
      )
      .map(({ ref }) => subjectOf(ref)),
  );
}

interface ItemSources extends ItemOptions {
  readonly row: ContactRow;
  readonly followup: Followup | undefined;
  readonly isPaid: boolean;
  readonly isAbandoned: boolean;
}

function toItem(
  { ref, sentAt, stage }: ListedContact,
  { row, followup, isPaid, isAbandoned, replyHours }: ItemSources,
): ContactItem {
  const state = followup?.state ?? 'novo';
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
    has_note: (followup?.note ?? '') !== '',
    due_at: isDue ? new Date(sentAt + replyHours * HOUR_MS).toISOString() : null,
    stage: isAbandoned ? 'abandoned' : stage,
    paid: isPaid,
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
