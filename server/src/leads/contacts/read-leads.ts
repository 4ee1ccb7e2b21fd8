import { type Kysely, type SqlBool, sql } from 'kysely';
import type { DialectName, Tables } from '../../store/database.ts';
import { funilTable } from '../../store/funil-tables.ts';
import type { Line } from './lines.ts';

/** Leads after a number that are in no list yet, the oldest first. */
export async function readNewLeads(
  step: Kysely<Tables>,
  dialect: DialectName,
  { after, most }: { after: number; most: number },
): Promise<(Line & { readonly id: number })[]> {
  const isListed = sql<SqlBool>`exists (
    select 1 from ${funilTable(dialect, 'subjects')} as listed where listed.lead_id = leads.id)`;
  const rows = await step
    .selectFrom('leads')
    .select(['id', 'created_at', 'nome', 'telefone', 'suspect'])
    .select(['utm_source', 'utm_medium', 'utm_campaign', 'utm_content'])
    .where('id', '>', after)
    .where(sql<SqlBool>`not ${isListed}`)
    .orderBy('id')
    .limit(most)
    .execute();
  return rows.map(({ id, created_at, nome, telefone, suspect, ...origin }) => ({
    id,
    ref: { kind: 'lead', leadId: id },
    name: nome,
    phone: telefone,
    email: null,
    createdAt: created_at,
    savedAt: created_at,
    sentAt: null,
    origin,
    suspect,
    stage: null,
  }));
}
