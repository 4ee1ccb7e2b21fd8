import type { Kysely } from 'kysely';
import { readName } from '../leads/contacts/subject-name.ts';
import type { DialectName, Tables } from '../store/database.ts';
import { inFunil } from '../store/funil-tables.ts';
import type { SaleRow } from '../store/sales-tables.ts';
import type { SaleName } from './read-notices.ts';

/** What a sale's row says of its lead. */
export type Matched = Pick<SaleRow, 'matched_by' | 'lead_source' | 'lead_ref' | 'lead_id'>;

const keyOf = ({ platform, saleKey }: SaleName) => JSON.stringify([platform, saleKey]);

/** What operators decided of sales; it stands before what is found by key. */
export async function readHandMatches(
  database: Kysely<Tables>,
  dialect: DialectName,
  names: readonly SaleName[],
): Promise<{ of(name: SaleName): Matched | null }> {
  if (names.length === 0) return { of: () => null };
  const rows = await inFunil(database, dialect)
    .selectFrom('sale_matches')
    .select(['platform', 'sale_key as saleKey', 'subject'])
    .where(
      'sale_key',
      'in',
      names.map(({ saleKey }) => saleKey),
    )
    .execute();
  const decided = new Map<string, Matched>();
  for (const row of rows) decided.set(keyOf(row), await toMatched(database, row.subject));
  return { of: (name) => decided.get(keyOf(name)) ?? null };
}

async function toMatched(database: Kysely<Tables>, subject: string | null): Promise<Matched> {
  const none = { lead_source: null, lead_ref: null, lead_id: null };
  const ref = subject === null ? null : readName(subject);
  if (ref === null) return { matched_by: 'hand', ...none };
  if (ref.kind === 'application') {
    const { applicationId } = ref;
    return {
      matched_by: 'hand',
      lead_source: 'application',
      lead_ref: applicationId,
      lead_id: null,
    };
  }
  const lead = await database
    .selectFrom('leads')
    .select('idempotency_key')
    .where('id', '=', ref.leadId)
    .executeTakeFirst();
  if (!lead) return { matched_by: 'hand', ...none };
  const { idempotency_key: lead_ref } = lead;
  return { matched_by: 'hand', lead_source: 'lead', lead_ref, lead_id: ref.leadId };
}
