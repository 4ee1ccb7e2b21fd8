import { UTM_FIELDS } from '@funil/contract/utm';
import type { DialectName } from '../store/database.ts';
import { STAGES } from './visit.ts';

/** A moment of an earlier release may be infinite, or on no calendar of JavaScript's. */
const ms = (column: string) =>
  `case when ${column} >= '1000-01-01' and ${column} < '9999-12-31'
    then floor(extract(epoch from ${column}) * 1000) else 0 end::double precision as ${column}`;
const hex = (column: string) => `replace(${column}::text, '-', '') as ${column}`;
const utms = UTM_FIELDS.join(', ');
const stages = STAGES.join(', ');

/** Events between two numbers, the first excluded, in their order: rows as `StoredEvent` has them. */
export const SELECT_EVENTS: Record<DialectName, string> = {
  sqlite: `
    select number, lower(hex(id)) as id, lower(hex(session_id)) as session_id, created_at,
      occurred_at, name, secao, payload, ${utms}, lead_ref
    from events where number > ? and number <= ? order by number`,
  postgres: `
    select number::double precision, ${hex('id')}, ${hex('session_id')}, ${ms('created_at')}, ${ms('occurred_at')},
      name, secao, payload::text, ${utms}, lead_ref::text
    from public.jornada where number > $1 and number <= $2 order by jornada.number`,
};

/** Visits of sessions: a JSON list of UUIDs on SQLite, an array on PostgreSQL. */
export const SELECT_VISITS: Record<DialectName, string> = {
  sqlite: `
    select lower(hex(session_id)) as session_id, began_at, seen_at, last_number,
      lower(hex(first_event)) as first_event, ${utms}, ${stages},
      lead_ref, application_ref, detail
    from visits where session_id in (select unhex(value) from json_each(?))`,
  postgres: `
    select ${hex('session_id')}, ${ms('began_at')}, ${ms('seen_at')}, last_number,
      ${hex('first_event')}, ${utms}, ${stages},
      lead_ref::text, application_ref::text, detail::text
    from funil.visits where session_id = any($1::uuid[])`,
};
