import { type RawBuilder, sql } from 'kysely';
import type { DialectName } from '../../store/database.ts';
import { funilTable } from '../../store/funil-tables.ts';
import { digestOf } from './origins.ts';

/** So long, in ms, an event may take after its draft: a page tells its events some seconds later, or when it has a network again. */
const LATEST_EVENT = 60 * 60 * 1000;
/** Of drafts that no event ever names, as of a flood, the newest are looked at. */
const MOST = 1_000;

export const UNKNOWN_ORIGIN = { utm_source: '', utm_medium: '', utm_campaign: '', utm_content: '' };

/** Ids of drafts that were listed before the event came that tells where they are from. */
export function selectLateOrigins(dialect: DialectName, now: number): RawBuilder<unknown> {
  const unknown = sql`(select id from ${funilTable(dialect, 'subject_origins')}
    where digest = ${digestOf(UNKNOWN_ORIGIN)})`;
  return sql`select id from (
      select application_id as id from ${funilTable(dialect, 'subjects')}
      where origin = ${unknown} and kind = 'application' and at >= ${now - LATEST_EVENT} and stage = 'started'
      order by at desc limit ${MOST}
    ) as untold where exists (
      select 1 from jornada where lead_ref = untold.id
        and (utm_source <> '' or utm_medium <> '' or utm_campaign <> '' or utm_content <> '')
    )`;
}
