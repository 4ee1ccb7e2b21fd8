import { emailKey, phoneKey } from '@funil/contract/person';
import { type Kysely, sql } from 'kysely';
import type { MatchKeys } from '../sales/match-sale.ts';
import { referenceOf } from '../sales/sent-at.ts';
import type { Tables } from '../store/database.ts';

/**
 * Writes the phone and e-mail keys of leads and applications that have none yet. Captures leave them out, and other tools
 * may insert rows: only this code computes keys.
 * @param limit of rows of each table
 * @returns the keys by which sales of those rows are found, and whether there may be more rows
 */
export async function writePersonKeys(
  database: Kysely<Tables>,
  limit: number,
): Promise<MatchKeys & { isMore: boolean }> {
  const leads = await database
    .selectFrom('leads')
    .select(['id', 'idempotency_key', 'telefone', 'email'])
    .where('phone_key', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute();
  const applications = await database
    .selectFrom('applications')
    .select(['save_id', 'id', 'whatsapp', 'email'])
    .where('phone_key', 'is', null)
    .limit(limit)
    .execute();
  const keyedLeads = leads.map(({ id, telefone, email }) => ({
    id,
    phone: phoneKey(telefone) ?? '',
    email: emailKey(email ?? '') || null,
  }));
  const keyedApplications = applications.map(({ save_id, whatsapp, email }) => ({
    save_id,
    phone: phoneKey(whatsapp) ?? '',
    email: emailKey(email),
  }));
  if (leads.length > 0) await updateLeads(database, keyedLeads);
  if (applications.length > 0) await updateApplications(database, keyedApplications);
  const ids = [...leads.map((lead) => lead.idempotency_key), ...applications.map(({ id }) => id)];
  const phones = [...keyedLeads, ...keyedApplications].map(({ phone }) => phone);
  return {
    references: ids.filter((id) => id !== null).map(referenceOf),
    phoneKeys: phones.filter((key) => key !== ''),
    emailKeys: [...keyedLeads, ...keyedApplications].flatMap(({ email }) => email ?? []),
    isMore: leads.length === limit || applications.length === limit,
  };
}

function updateLeads(
  database: Kysely<Tables>,
  rows: readonly { id: number; phone: string; email: string | null }[],
) {
  const values = rows.map(
    ({ id, phone, email }) =>
      sql`(cast(${id} as bigint), cast(${phone} as text), cast(${email} as text))`,
  );
  return sql`update leads set phone_key = keyed.column2, email_key = keyed.column3
    from (values ${sql.join(values)}) as keyed
    where leads.id in (${sql.join(rows.map(({ id }) => id))}) and leads.id = keyed.column1`.execute(
    database,
  );
}

function updateApplications(
  database: Kysely<Tables>,
  rows: readonly { save_id: string; phone: string; email: string }[],
) {
  const values = rows.map(
    ({ save_id, phone, email }) =>
      sql`(cast(${save_id} as text), cast(${phone} as text), cast(${email} as text))`,
  );
  return sql`update applications set phone_key = keyed.column2, email_key = keyed.column3
    from (values ${sql.join(values)}) as keyed
    where applications.save_id in (${sql.join(rows.map(({ save_id }) => save_id))})
      and cast(applications.save_id as text) = keyed.column1`.execute(database);
}
