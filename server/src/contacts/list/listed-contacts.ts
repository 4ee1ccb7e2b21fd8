import type { MoneyState } from '@funil/contract/contacts/contacts';
import { emailPersonKey, phoneKey } from '@funil/contract/contacts/person';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database, Queryable } from '../../store/database.ts';
import { inChunks } from '../../store/queries/in-chunks.ts';
import { anyOf, isInAny } from '../../store/queries/sql.ts';
import { type ContactRef, splitRefs, toContactRef } from '../contact-ref.ts';
import type { PhoneAndEmail } from '../find-person.ts';

export interface ListedContact {
  readonly number: number;
  readonly ref: ContactRef;
  readonly savedAt: string;
  readonly sentAt: number | null;
  readonly stage: 'started' | 'sent' | null;
  readonly phoneKey: string | null;
  readonly emailKey: string | null;
  /** An id that all rows of this person share; null: no other row. */
  readonly person: string | null;
  readonly owner: string | null;
  readonly moneyState: MoneyState | null;
  /** In ms since 1970; null: no date is set, or sales decide the contact's state. */
  readonly followUpAt: number | null;
}

export async function findListedByNumber(
  database: Database,
  numbers: readonly number[],
): Promise<ListedContact[]> {
  if (numbers.length === 0) return [];
  const rows = await selectListed(database).where('number', 'in', numbers).execute();
  const contactsByNumber = new Map(rows.map((row) => [row.number, toListed(row)]));
  return numbers.flatMap((number) => contactsByNumber.get(number) ?? []);
}

export async function findListedByRef(
  database: Queryable,
  refs: readonly ContactRef[],
): Promise<ListedContact[]> {
  const { leadIds, applicationIds } = splitRefs(refs);
  const isWanted = isInAny({ lead_id: leadIds, application_id: applicationIds });
  return (await selectNewest(database, isWanted).execute()).map(toListed);
}

/** Returns null if the contact is not listed yet, or erased. */
export const findListedContact = async (
  database: Database,
  ref: ContactRef,
): Promise<ListedContact | null> => (await findListedByRef(database, [ref]))[0] ?? null;

const selectListed = (database: Queryable) =>
  database
    .selectFrom('contacts')
    .select(['number', 'kind', 'lead_id', 'application_id', 'saved_at', 'sent_at', 'stage'])
    .select(['phone_key', 'email_key', 'person', 'owner', 'money_state', 'follow_up_at']);

const selectNewest = (database: Queryable, isWanted: RawBuilder<SqlBool>) =>
  selectListed(database).where(isWanted).orderBy('at', 'desc').orderBy('number', 'desc');

type ListedRow = Awaited<ReturnType<ReturnType<typeof selectListed>['execute']>>[number];

const toListed = (row: ListedRow): ListedContact => ({
  number: row.number,
  ref: toContactRef(row.kind, row.lead_id ?? row.application_id),
  savedAt: row.saved_at,
  sentAt: row.sent_at,
  stage: row.stage,
  phoneKey: row.phone_key,
  emailKey: row.email_key,
  person: row.person,
  owner: row.owner,
  moneyState: row.money_state,
  followUpAt: row.follow_up_at,
});

/** Keys of contract/src/contacts/person.ts; null: unknown. */
export type PersonKeys = Pick<ListedContact, 'phoneKey' | 'emailKey'>;

export const toPersonKeys = ({ phone, email }: PhoneAndEmail): PersonKeys => ({
  phoneKey: phone === null ? null : phoneKey(phone),
  emailKey: email === null ? null : emailPersonKey(email),
});

/** SQLite joins at most 500 selects by `union`. */
const MAX_UNION_SELECTS = 400;

/**
 * Returns contacts with one of the keys, the newest first. As in `findPersonRecords`, other phones and e-mails of the
 * found rows find no further contacts.
 * @param limit of all rows, and of the rows with one phone or e-mail, because a robot may send one phone endlessly
 */
export async function findListedByKeys(
  database: Queryable,
  keys: readonly PersonKeys[],
  limit: number,
): Promise<ListedContact[]> {
  const phones = new Set(keys.flatMap(({ phoneKey }) => phoneKey ?? []));
  const emails = new Set(keys.flatMap(({ emailKey }) => emailKey ?? []));
  if (phones.size + emails.size === 0) return [];
  const numbersWith = (column: 'phone_key' | 'email_key') => (key: string) =>
    sql`
    select * from (select number from ${sql.table('contacts')} where ${sql.ref(column)} = ${key}
      order by number desc limit ${limit}) as newest`;
  const numbers = [
    ...[...phones].map(numbersWith('phone_key')),
    ...[...emails].map(numbersWith('email_key')),
  ];
  const isInChunk = [...inChunks(numbers, MAX_UNION_SELECTS)].map(
    (chunk) => sql`number in (${sql.join(chunk, sql` union all `)})`,
  );
  return (await selectNewest(database, anyOf(isInChunk)).limit(limit).execute()).map(toListed);
}
