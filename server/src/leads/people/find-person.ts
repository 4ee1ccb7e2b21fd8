import { canonicalPhone, emailKey } from '@funil/contract/person';
import { UTM_FIELDS, type Utms } from '@funil/contract/utm';
import { type SqlBool, sql } from 'kysely';
import type { Database } from '../../store/database.ts';
import { inChunks } from '../../store/in-chunks.ts';

/** Ids of one query. */
const CHUNK = 500;

/** The contacts a person gave. */
export interface Person {
  readonly phone: string | null;
  readonly email: string | null;
}

/** A row that itself carries one of the contacts, as it stands in its table. */
export interface PersonRecord {
  readonly id: string | number;
  /** What events call it by. */
  readonly reference: string | null;
  readonly created_at: string;
  readonly nome: string;
  readonly phone: string;
  /** Null where the table has none. */
  readonly email: string | null;
}

export interface PersonRecords {
  readonly leads: readonly PersonRecord[];
  readonly applications: readonly PersonRecord[];
  readonly application_drafts: readonly PersonRecord[];
}

/**
 * Rows whose own phone or e-mail is the person's. Nothing is followed from row to row: a stranger's draft
 * that names somebody's e-mail does not make them one person.
 */
export async function findPerson(database: Database, person: Person): Promise<PersonRecords> {
  const isTheirs = isOf(person);
  const leads = await database
    .selectFrom('leads')
    .where(mayBe(person, 'telefone', null))
    .select(['id', 'idempotency_key as reference', 'created_at', 'nome', 'telefone as phone'])
    .select(sql<null>`null`.as('email'))
    .orderBy('created_at')
    .execute();
  const find = (table: 'applications' | 'application_drafts') =>
    selectApplications(database, table)
      .where(mayBe(person, 'whatsapp', 'email'))
      .execute();
  const [applications, drafts] = [await find('applications'), await find('application_drafts')];
  return {
    leads: leads.filter(isTheirs),
    applications: applications.filter(isTheirs),
    application_drafts: drafts.filter(isTheirs),
  };
}

/** Adds all that was saved of the applications found: an earlier save may have a contact that was corrected since. */
export async function addEarlierSaves(
  database: Database,
  found: PersonRecords,
): Promise<PersonRecords> {
  const { leads, applications, application_drafts } = found;
  const ids = [...new Set([...applications, ...application_drafts].map(({ id }) => String(id)))];
  const find = async (table: 'applications' | 'application_drafts') => {
    const saves: PersonRecord[] = [];
    for (const chunk of inChunks(ids, CHUNK)) {
      saves.push(...(await selectApplications(database, table).where('id', 'in', chunk).execute()));
    }
    return saves;
  };
  return {
    leads,
    applications: await find('applications'),
    application_drafts: await find('application_drafts'),
  };
}

const selectApplications = (database: Database, table: 'applications' | 'application_drafts') =>
  database
    .selectFrom(table)
    .select(['id', 'id as reference', 'created_at', 'nome', 'whatsapp as phone', 'email'])
    .orderBy('created_at');

const isOf =
  ({ phone, email }: Person) =>
  (row: { phone: string; email: string | null }) =>
    (phone !== null && canonicalPhone(row.phone) === canonicalPhone(phone)) ||
    (email !== null && row.email !== null && emailKey(row.email) === emailKey(email));

/**
 * What either database can tell by itself: more rows than the person's, never fewer. The digits of the
 * key stand in the number in this order; letters whose lower case the databases see otherwise are any.
 */
function mayBe({ phone, email }: Person, phoneColumn: string, emailColumn: string | null) {
  const key = phone === null ? null : canonicalPhone(phone);
  const parts = [];
  if (key !== null) {
    const pattern = `%${[...key.replace('+', '')].join('%')}%`;
    parts.push(sql<SqlBool>`${sql.ref(phoneColumn)} like ${pattern}`);
  }
  if (email !== null && emailColumn !== null) {
    const pattern = emailKey(email)
      .replace(/[%_\\]/g, '\\$&')
      .replace(/k/g, '_')
      .replace(/[^\x21-\x7e]+/gu, '%');
    parts.push(sql<SqlBool>`lower(${sql.ref(emailColumn)}) like ${pattern} escape '\\'`);
  }
  return parts.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`(${sql.join(parts, sql` or `)})`;
}

/** Where a person came from, by the newest lead or application with that phone. */
export interface PersonOrigin {
  /** The lead's idempotency key, or the application's id. */
  readonly key: string;
  readonly utms: Utms;
}

export async function findPersonOrigin(
  database: Database,
  phone: string,
): Promise<PersonOrigin | null> {
  const found = await findPerson(database, { phone, email: null });
  const rows = [
    ...found.leads.map((row) => ({ ...row, table: 'leads' as const })),
    ...found.applications.map((row) => ({ ...row, table: 'applications' as const })),
  ].filter(({ reference }) => reference !== null);
  const newest = rows.toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1)).at(-1);
  if (!newest?.reference) return null;
  const { table, id } = newest;
  const utms =
    table === 'leads'
      ? await database
          .selectFrom('leads')
          .select(UTM_FIELDS)
          .where('id', '=', Number(id))
          .executeTakeFirst()
      : await database
          .selectFrom('newest_applications')
          .select(UTM_FIELDS)
          .where('id', '=', String(id))
          .executeTakeFirst();
  return utms ? { key: newest.reference, utms } : null;
}
