import { UTM_FIELDS, type Utms } from '@funil/contract/capture/utm';
import { sql } from 'kysely';
import type { Queryable } from '../store/database.ts';
import { inChunks } from '../store/queries/in-chunks.ts';

const DRAFT_IDS_PER_QUERY = 1_000;

/** Returns origins by application id: the first event's or, once the events are erased, the contact's. */
export async function readDraftOrigins(
  database: Queryable,
  ids: readonly string[],
): Promise<Map<string, Utms>> {
  const originsById = new Map<string, Utms>();
  for (const chunk of inChunks(ids, DRAFT_IDS_PER_QUERY)) {
    for (const { lead_ref, ...origin } of await readFirstEvents(database, chunk)) {
      originsById.set(lead_ref ?? '', origin);
    }
    const withoutEvent = chunk.filter((id) => !originsById.has(id));
    if (withoutEvent.length === 0) continue;
    for (const { application_id, ...origin } of await readListedOrigins(database, withoutEvent)) {
      const isKnown = Object.values(origin).some((value) => value !== '');
      if (isKnown) originsById.set(application_id ?? '', { ...origin, utm_term: '' });
    }
  }
  return originsById;
}

const readFirstEvents = (database: Queryable, ids: readonly string[]) =>
  database
    .with('numbered', (query) =>
      query
        .selectFrom('jornada')
        .select('lead_ref')
        .select(UTM_FIELDS)
        .select(
          sql<number>`row_number() over (partition by lead_ref order by occurred_at, id)`.as(
            'event_number',
          ),
        )
        .where('lead_ref', 'in', ids)
        // The partial index has this condition; without it, SQLite would not use the index.
        .where(sql<boolean>`lead_ref is not null`),
    )
    .selectFrom('numbered')
    .select('lead_ref')
    .select(UTM_FIELDS)
    .where('event_number', '=', 1)
    .execute();

const readListedOrigins = (database: Queryable, ids: readonly string[]) =>
  database
    .selectFrom('contacts')
    .innerJoin('contact_origins', 'contact_origins.id', 'contacts.origin')
    .select(['application_id', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_content'])
    .where('application_id', 'in', ids)
    .execute();
