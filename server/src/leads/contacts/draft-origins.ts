import { UTM_FIELDS, type Utms } from '@funil/contract/utm';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../store/database.ts';

/** A draft tells nothing of where its applicant came from; the first event that names it does. */
export async function readDraftOrigins(
  database: Kysely<Tables>,
  ids: readonly string[],
): Promise<Map<string, Utms>> {
  if (ids.length === 0) return new Map();
  const rows = await database
    .with('named', (query) =>
      query
        .selectFrom('jornada')
        .select('lead_ref')
        .select(UTM_FIELDS)
        .select(
          sql<number>`row_number() over (partition by lead_ref order by occurred_at, id)`.as(
            'place',
          ),
        )
        .where('lead_ref', 'in', ids),
    )
    .selectFrom('named')
    .select('lead_ref')
    .select(UTM_FIELDS)
    .where('place', '=', 1)
    .execute();
  return new Map(rows.map(({ lead_ref, ...origin }) => [lead_ref ?? '', origin]));
}
