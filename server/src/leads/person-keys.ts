import { emailKey, phoneKey } from '@funil/contract/person';
import { type Kysely, sql } from 'kysely';
import type { MatchKeys } from '../sales/match-sale.ts';
import { referenceOf } from '../sales/sent-at.ts';
import type { Tables } from '../store/database.ts';

/**
 * Writes the keys of leads and applications that have none yet, the oldest first. The capture path
 * leaves them out, and rows may come past this server: one place decides who is who, and it is code.
 * @returns what sales those rows may belong to are found by, and whether there may be more
 */
export async function writePersonKeys(
  database: Kysely<Tables>,
  most: number,
): Promise<MatchKeys & { isMore: boolean }> {
  const leads = await database
    .selectFrom('leads')
    .select(['id', 'idempotency_key', 'telefone'])
    .where('phone_key', 'is', null)
    .orderBy('id')
    .limit(most)
    .execute();
  const applications = await database
    .selectFrom('applications')
    .select(['save_id', 'id', 'whatsapp', 'email'])
    .where('phone_key', 'is', null)
    .limit(most)
    .execute();
  const keyedLeads = leads.map((lead) => ({ ...lead, phone: phoneKey(lead.telefone) ?? '' }));
  const keyedApplications = applications.map((application) => ({
    ...application,
    phone: phoneKey(application.whatsapp) ?? '',
    mail: emailKey(application.email),
  }));
  if (leads.length > 0) await updateLeads(database, keyedLeads);
  if (applications.length > 0) await updateApplications(database, keyedApplications);
  const uuids = [...leads.map((lead) => lead.idempotency_key), ...applications.map(({ id }) => id)];
  const phones = [...keyedLeads, ...keyedApplications].map(({ phone }) => phone);
  return {
    references: uuids.filter((uuid) => uuid !== null).map(referenceOf),
    phoneKeys: phones.filter((key) => key !== ''),
    emailKeys: keyedApplications.map(({ mail }) => mail),
    isMore: leads.length === most || applications.length === most,
  };
}

function updateLeads(database: Kysely<Tables>, rows: readonly { id: number; phone: string }[]) {
  const values = rows.map(({ id, phone }) => sql`(cast(${id} as bigint), cast(${phone} as text))`);
  return sql`update leads set phone_key = keyed.column2
    from (values ${sql.join(values)}) as keyed
    where leads.id in (${sql.join(rows.map(({ id }) => id))}) and leads.id = keyed.column1`.execute(
    database,
  );
}

function updateApplications(
  database: Kysely<Tables>,
  rows: readonly { save_id: string; phone: string; mail: string }[],
) {
  const values = rows.map(
    ({ save_id, phone, mail }) =>
      sql`(cast(${save_id} as text), cast(${phone} as text), cast(${mail} as text))`,
  );
  return sql`update applications set phone_key = keyed.column2, email_key = keyed.column3
    from (values ${sql.join(values)}) as keyed
    where applications.save_id in (${sql.join(rows.map(({ save_id }) => save_id))})
      and cast(applications.save_id as text) = keyed.column1`.execute(database);
}
