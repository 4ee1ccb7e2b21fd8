import type { Table } from '@funil/contract/protocol';
import { type SqlBool, sql } from 'kysely';
import type { OperatorDatabase } from './database.ts';

export interface Person {
  /** Any way of writing a number, with or without +55. */
  readonly phone?: string | undefined;
  readonly email?: string | undefined;
}

export type Forgotten = Record<Table, number>;

/** Digits of a phone without Brazil's code, a long-distance zero and what else may stand before. */
export function phoneDigits(text: string): string {
  const digits = text.replace(/\D/g, '').replace(/^0+/, '');
  return digits.length > 11 && digits.startsWith('55') ? digits.slice(2) : digits;
}

/**
 * Erases a person everywhere: leads and applications by phone or e-mail, those that share the phone or
 * e-mail found there, and every event of the visits in which they were made.
 */
export async function forgetPerson(database: OperatorDatabase, person: Person): Promise<Forgotten> {
  return database.transaction().execute(async (transaction) => {
    // Writes first: SQLite does not let a transaction that began by reading write after another's.
    await transaction.deleteFrom('leads').where(sql<SqlBool>`1 = 0`).execute();
    const found = await findPerson(transaction, person);
    const events = await eraseVisits(transaction, found.references);
    const erase = async (
      table: 'leads' | 'applications' | 'application_drafts',
      ids: unknown[],
    ) => {
      if (ids.length === 0) return 0;
      const isOne = sql<SqlBool>`${sql.ref('id')} in (${sql.join(ids)})`;
      const { numDeletedRows } = await transaction
        .deleteFrom(table)
        .where(isOne)
        .executeTakeFirst();
      return Number(numDeletedRows);
    };
    return {
      leads: await erase('leads', found.leads),
      applications: await erase('applications', found.applications),
      application_drafts: await erase('application_drafts', found.drafts),
      jornada: events,
    };
  });
}

async function findPerson(database: OperatorDatabase, person: Person) {
  const contact = ['id', 'email', 'whatsapp'] as const;
  const applications = await database.selectFrom('applications').select(contact).execute();
  const drafts = await database.selectFrom('application_drafts').select(contact).execute();
  const leads = await database
    .selectFrom('leads')
    .select(['id', 'telefone', 'idempotency_key'])
    .execute();

  const phones = new Set(person.phone ? [phoneDigits(person.phone)] : []);
  const emails = new Set(person.email ? [person.email.trim().toLowerCase()] : []);
  const isTheirs = (row: { email: string; whatsapp: string }) =>
    phones.has(phoneDigits(row.whatsapp)) || emails.has(row.email.toLowerCase());
  // Once over: what was found by e-mail names phones, and the other way round.
  for (const row of [...applications, ...drafts].filter(isTheirs)) {
    phones.add(phoneDigits(row.whatsapp));
    emails.add(row.email.toLowerCase());
  }
  const theirLeads = leads.filter((lead) => phones.has(phoneDigits(lead.telefone)));
  const theirApplications = applications.filter(isTheirs).map((row) => row.id);
  const theirDrafts = drafts.filter(isTheirs).map((row) => row.id);
  const keys = theirLeads.map((lead) => lead.idempotency_key).filter((key) => key !== null);
  return {
    leads: theirLeads.map((lead) => lead.id),
    applications: theirApplications,
    drafts: theirDrafts,
    references: [...new Set([...keys, ...theirApplications, ...theirDrafts])],
  };
}

async function eraseVisits(database: OperatorDatabase, references: string[]): Promise<number> {
  if (references.length === 0) return 0;
  const visits = await database
    .selectFrom('jornada')
    .where('lead_ref', 'in', references)
    .select('session_id')
    .distinct()
    .execute();
  if (visits.length === 0) return 0;
  const sessions = visits.map((visit) => visit.session_id);
  const { numDeletedRows } = await database
    .deleteFrom('jornada')
    .where('session_id', 'in', sessions)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Erases events stored before a moment. */
export async function forgetEventsBefore(
  database: OperatorDatabase,
  moment: Date,
): Promise<number> {
  const { numDeletedRows } = await database
    .deleteFrom('jornada')
    .where('created_at', '<', moment.toISOString())
    .executeTakeFirst();
  return Number(numDeletedRows);
}
