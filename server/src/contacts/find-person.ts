import type { Utms } from '@funil/contract/capture/utm';
import { compareTexts } from '@funil/contract/characters';
import { phoneSpellings } from '@funil/contract/contacts/international-phone';
import { canonicalPhone, emailKey } from '@funil/contract/contacts/person';
import { type SqlBool, sql } from 'kysely';
import type { Database } from '../store/database.ts';
import { anyOf, uuidsOf } from '../store/queries/sql.ts';
import { toContactRef } from './contact-ref.ts';
import { readContactRows } from './contact-rows.ts';

/** A phone and an e-mail as typed; null: not given. */
export interface PhoneAndEmail {
  readonly phone: string | null;
  readonly email: string | null;
}

export interface PersonRecord {
  readonly id: string | number;
  readonly reference: string | null;
  readonly created_at: string;
  readonly nome: string;
  readonly phone: string;
  readonly email: string | null;
}

interface CanonicalContacts {
  /** The number's keys, because rows, sales and notices may have it with or without a foreign trunk zero. */
  readonly phones: readonly string[];
  readonly email: string | null;
}

export const canonicalContactsOf = ({ phone, email }: PhoneAndEmail): CanonicalContacts => ({
  phones: phoneSpellings(phone ?? ''),
  email: emailKey(email ?? '') || null,
});

export interface PersonRecords {
  readonly leads: readonly PersonRecord[];
  readonly applications: readonly PersonRecord[];
  readonly application_drafts: readonly PersonRecord[];
}

/**
 * Returns the rows with the phone or the e-mail. Other contacts in these rows are not searched for, because a stranger
 * may have typed the person's e-mail.
 */
export async function findPersonRecords(
  database: Database,
  person: PhoneAndEmail,
): Promise<PersonRecords> {
  const hasContact = hasContactOf(person);
  const leads = await database
    .selectFrom('leads')
    .where(mayHaveContact(person, 'telefone'))
    .select(['id', 'idempotency_key as reference', 'created_at', 'nome', 'telefone as phone'])
    .select('email')
    .orderBy('created_at')
    .execute();
  const findSaves = async (table: 'applications' | 'application_drafts') => {
    const condition = mayHaveContact(person, 'whatsapp');
    return (await selectSaves(database, table, condition)).filter(hasContact);
  };
  return {
    leads: leads.filter(hasContact),
    applications: await findSaves('applications'),
    application_drafts: await findSaves('application_drafts'),
  };
}

/** Adds the applications' earlier saves, which may have a phone that was corrected later. */
export async function addEarlierApplicationSaves(
  database: Database,
  { leads, applications, application_drafts }: PersonRecords,
): Promise<PersonRecords> {
  const ids = [...applications, ...application_drafts].map(({ id }) => String(id));
  const isFound = sql<SqlBool>`id in (${uuidsOf(database, ids)})`;
  return {
    leads,
    applications: await selectSaves(database, 'applications', isFound),
    application_drafts: await selectSaves(database, 'application_drafts', isFound),
  };
}

const selectSaves = (
  database: Database,
  table: 'applications' | 'application_drafts',
  condition: ReturnType<typeof sql<SqlBool>>,
) =>
  database
    .selectFrom(table)
    .select(['id', 'id as reference', 'created_at', 'nome', 'whatsapp as phone', 'email'])
    .where(condition)
    .orderBy('created_at')
    .execute();

function hasContactOf(person: PhoneAndEmail) {
  const { phones, email } = canonicalContactsOf(person);
  return (row: { phone: string; email: string | null }) =>
    phones.includes(canonicalPhone(row.phone) ?? '') ||
    (email !== null && row.email !== null && emailKey(row.email) === email);
}

/**
 * Returns a condition that all rows with the phone or the e-mail meet, and also some others: SQL compares only the
 * order of a phone's digits, and skips letters of which the databases compute different lower cases.
 */
function mayHaveContact({ phone, email }: PhoneAndEmail, phoneColumn: string) {
  const conditions = [];
  for (const key of phoneSpellings(phone ?? '')) {
    const pattern = `%${[...key.replace('+', '')].join('%')}%`;
    conditions.push(sql<SqlBool>`${sql.ref(phoneColumn)} like ${pattern}`);
  }
  if (email !== null) {
    const pattern = emailKey(email)
      .replace(/[%_\\]/g, '\\$&')
      .replace(/k/g, '_')
      .replace(/[^\x21-\x7e]+/gu, '%');
    conditions.push(sql<SqlBool>`lower(email) like ${pattern} escape '\\'`);
  }
  return anyOf(conditions);
}

export async function findPersonOrigin(
  database: Database,
  phone: string,
): Promise<{ readonly uuid: string; readonly utms: Utms } | null> {
  const { leads, applications } = await findPersonRecords(database, { phone, email: null });
  const rowsByKey = await readContactRows(database, [
    ...leads.map(({ id }) => toContactRef('lead', id)),
    ...applications.map(({ id }) => toContactRef('application', id)),
  ]);
  const newest = [...rowsByKey.values()]
    .filter(({ reference }) => reference !== null)
    .toSorted((a, b) => compareTexts(a.savedAt, b.savedAt))
    .at(-1);
  return newest?.reference ? { uuid: newest.reference, utms: newest.origin } : null;
}
