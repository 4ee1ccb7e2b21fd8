import { type RawBuilder, sql } from 'kysely';
import type { DialectName } from '../../store/database.ts';

export interface Range {
  readonly least: number;
  readonly most: number;
}

/**
 * A number of an event's payload; null where there is none, or none within the range that an honest page
 * can send. Payloads are whatever a visitor's browser said.
 */
export function payloadNumber(
  field: string,
  range: Range,
  dialect: DialectName,
): RawBuilder<number> {
  const key = sql.lit(field);
  const [least, most] = [sql.lit(range.least), sql.lit(range.most)];
  // A `case` within a `case`: PostgreSQL keeps no order within an `and`. Rounded first, since
  // `double precision` refuses what is too small for it.
  return dialect === 'postgres'
    ? sql`case when jsonb_typeof(payload -> ${key}) = 'number' then
        case when (payload ->> ${key})::numeric between ${least} and ${most}
          then round((payload ->> ${key})::numeric, 6)::double precision end end`
    : sql`case when json_type(payload, '$.' || ${key}) in ('integer', 'real') then
        case when payload ->> ${key} between ${least} and ${most}
          then round(payload ->> ${key}, 6) end end`;
}

/** A text of an event's payload; null where there is none, or it is none of those `known`. */
export function payloadText(field: string, dialect: DialectName, known?: readonly string[]) {
  const key = sql.lit(field);
  const value = sql`payload ->> ${key}`;
  const isText =
    dialect === 'postgres'
      ? sql`jsonb_typeof(payload -> ${key}) = 'string'`
      : sql`json_type(payload, '$.' || ${key}) = 'text'`;
  const isKnown = known
    ? sql` and ${value} in (${sql.join(known.map((text) => sql.lit(text)))})`
    : sql``;
  return sql<string>`case when ${isText}${isKnown} then ${value} end`;
}
