import type { MoneyState } from '@funil/contract/contacts/contacts';
import { type SqlBool, sql } from 'kysely';
import type { Queryable } from '../store/database.ts';
import { numbersOf } from '../store/queries/sql.ts';
import { type ContactRef, contactKeyOf, splitRefs } from './contact-ref.ts';
import { type ContactRow, readContactRows } from './contact-rows.ts';
import {
  findListedByKeys,
  findListedByRef,
  type ListedContact,
  type PersonKeys,
} from './list/listed-contacts.ts';
import { markAsPerson } from './robot-marks.ts';
import { judgeRows, toTraits } from './same-person.ts';

/** A robot may send one phone endlessly, so only a person's newest rows are compared. */
const MAX_RELATED_CONTACTS = 200;

/**
 * Stores the states that follow from sales, for contacts and other rows of the same people. Call
 * this, with the lock `contacts`, after each change of contacts or of their sales.
 */
export async function updateMoneyStates(database: Queryable, refs: readonly ContactRef[]) {
  const changedContacts = await findListedByRef(database, refs);
  const contactsToWrite = await withRelatives(database, changedContacts);
  const hasNewKeys = contactsToWrite.some(hasOtherKeysThan(changedContacts));
  const comparedContacts = hasNewKeys
    ? await withRelatives(database, contactsToWrite)
    : contactsToWrite;
  const sales = await readSalesOfContacts(database, comparedContacts);
  if (sales.length === 0 && contactsToWrite.every(({ moneyState }) => moneyState === null)) return;
  const comparedRefs = comparedContacts.map(({ ref }) => ref);
  const rowsByKey = await readContactRows(database, comparedRefs);
  const statesByKey = groupStatesByContact([...rowsByKey.values()], sales);
  for (const contact of contactsToWrite) {
    const person = findSamePerson(contact, comparedContacts, rowsByKey);
    const states = person.flatMap((ref) => statesByKey.get(contactKeyOf(ref)) ?? []);
    const state = states.includes('comprou') ? 'comprou' : (states[0] ?? null);
    if (state !== contact.moneyState) await writeMoneyState(database, contact, state);
  }
}

async function withRelatives(
  database: Queryable,
  contacts: readonly ListedContact[],
): Promise<ListedContact[]> {
  const relatives = await findListedByKeys(database, contacts, MAX_RELATED_CONTACTS);
  return [
    ...new Map([...contacts, ...relatives].map((contact) => [contact.number, contact])).values(),
  ];
}

function hasOtherKeysThan(contacts: readonly PersonKeys[]) {
  const phones = new Set(contacts.map(({ phoneKey }) => phoneKey));
  const emails = new Set(contacts.map(({ emailKey }) => emailKey));
  return ({ phoneKey, emailKey }: PersonKeys) =>
    (phoneKey !== null && !phones.has(phoneKey)) || (emailKey !== null && !emails.has(emailKey));
}

interface SaleOfContact {
  readonly state: MoneyState;
  readonly lead_ref: string | null;
  readonly lead_id: number | null;
}

async function readSalesOfContacts(
  database: Queryable,
  contacts: readonly ListedContact[],
): Promise<SaleOfContact[]> {
  const { leadIds, applicationIds } = splitRefs(contacts.map(({ ref }) => ref));
  if (leadIds.length + applicationIds.length === 0) return [];
  const sales = await database
    .selectFrom('sales')
    .select(['state', 'lead_ref', 'lead_id'])
    .where('state', 'in', ['paid', 'refunded', 'chargeback'])
    .where('is_test', '=', false)
    .where(({ or, eb }) =>
      or([
        ...(applicationIds.length > 0 ? [eb('lead_ref', 'in', applicationIds)] : []),
        ...(leadIds.length > 0 ? [sql<SqlBool>`lead_id in (${numbersOf(database, leadIds)})`] : []),
      ]),
    )
    .execute();
  return sales.map(({ state, ...sale }) => ({
    ...sale,
    state: state === 'paid' ? 'comprou' : 'devolvido',
  }));
}

/** Returns the states by contact key. Finds a lead by its idempotency key, if any, because SQLite reuses row ids. */
function groupStatesByContact(rows: readonly ContactRow[], sales: readonly SaleOfContact[]) {
  const keyOf = (reference: string | null, leadId: number | null) => reference ?? `row ${leadId}`;
  const salesByContact = Map.groupBy(sales, ({ lead_ref, lead_id }) => keyOf(lead_ref, lead_id));
  return new Map(
    rows.map(({ ref, reference }) => [
      contactKeyOf(ref),
      (salesByContact.get(keyOf(reference, ref.kind === 'lead' ? ref.leadId : null)) ?? []).map(
        ({ state }) => state,
      ),
    ]),
  );
}

function findSamePerson(
  contact: ListedContact,
  comparedContacts: readonly ListedContact[],
  rowsByKey: ReadonlyMap<string, ContactRow>,
): ContactRef[] {
  const relatives = comparedContacts.filter(
    ({ number, phoneKey, emailKey }) =>
      number !== contact.number &&
      ((phoneKey !== null && phoneKey === contact.phoneKey) ||
        (emailKey !== null && emailKey === contact.emailKey)),
  );
  const traitsOf = ({ ref }: ListedContact) => {
    const row = rowsByKey.get(contactKeyOf(ref));
    return toTraits({
      names: [row?.name ?? null],
      phones: [row?.phone ?? null],
      emails: [row?.email ?? null],
    });
  };
  const verdicts = judgeRows(traitsOf(contact), relatives.map(traitsOf));
  const samePerson = relatives.filter((_, index) => verdicts[index]?.isSame);
  return [contact, ...samePerson].map(({ ref }) => ref);
}

async function writeMoneyState(
  database: Queryable,
  { number, ref }: ListedContact,
  state: MoneyState | null,
) {
  const update = database.updateTable('contacts').where('number', '=', number);
  // The update locks the row, so that no operator changes the followup before the next statement has copied it.
  await update.set({ money_state: state }).execute();
  const followup = await database
    .selectFrom('followups')
    .select(['state', 'follow_up_at'])
    .where('subject', '=', contactKeyOf(ref))
    .executeTakeFirst();
  const followUpDate = followup?.follow_up_at ?? null;
  await update
    .set({
      state: state ?? followup?.state ?? 'novo',
      follow_up_at: state !== null || followUpDate === null ? null : Date.parse(followUpDate),
    })
    .execute();
  if (state !== null) await markAsPerson(database, ref);
}
