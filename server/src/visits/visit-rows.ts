import { UTM_FIELDS } from '@funil/contract/capture/utm';
import { type RawBuilder, sql } from 'kysely';
import { dialectOf, type Queryable } from '../store/database.ts';
import {
  eventTable,
  hexOf,
  msOf,
  type RowShape,
  sessionIdsOf,
  tableOfRows,
  toStoredTime,
} from '../store/queries/sql.ts';
import type { TotalChanges } from './count-visit.ts';
import { type StoredEvent, VISIT_STAGES, type Visit, type VisitStage } from './visit.ts';

const UTM_COLUMNS = sql.join(UTM_FIELDS.map((field) => sql.ref(field)));

const hexColumn = (database: Queryable, column: string) =>
  sql`${hexOf(database, column)} as ${sql.ref(column)}`;
/** Returns whole ms since 1970, as SQLite stores times. */
const msColumn = (database: Queryable, column: string) =>
  sql`${dialectOf(database) === 'sqlite' ? sql.ref(column) : sql`floor(${msOf(database, column)})::float8`} as ${sql.ref(column)}`;

export async function readEvents(
  database: Queryable,
  lastRead: number,
  newest: number,
): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    select number, ${hexColumn(database, 'id')}, ${hexColumn(database, 'session_id')},
      ${msColumn(database, 'created_at')}, ${msColumn(database, 'occurred_at')}, name, secao, payload, ${UTM_COLUMNS}, lead_ref,
      test, version, signals
    from ${eventTable(database)} where number > ${lastRead} and number <= ${newest}
    order by number`.execute(database);
  return rows;
}

/** SQLite stores booleans as numbers. */
type VisitRow = Omit<Visit, VisitStage | 'detail'> &
  Record<VisitStage, boolean | number> & { readonly detail: string };

export async function findVisits(
  database: Queryable,
  sessions: readonly string[],
): Promise<Visit[]> {
  const { rows } = await sql<VisitRow>`
    select ${hexColumn(database, 'session_id')}, ${msColumn(database, 'began_at')}, ${msColumn(database, 'seen_at')},
      last_number, ${hexColumn(database, 'first_event')}, ${UTM_COLUMNS},
      ${sql.join(VISIT_STAGES.map((stage) => sql.ref(stage)))}, lead_ref, application_ref,
      test, version, suspect, detail
    from ${sql.table('visits')} where session_id in (${sessionIdsOf(database, sessions)})
  `.execute(database);
  return rows.map((row) => ({
    ...row,
    ...(Object.fromEntries(VISIT_STAGES.map((stage) => [stage, Boolean(row[stage])])) as Record<
      VisitStage,
      boolean
    >),
    detail: JSON.parse(row.detail),
  }));
}

function insertInto<Row extends object>(
  database: Queryable,
  shape: RowShape<keyof Row & string>,
  rows: readonly Row[],
): RawBuilder<unknown> {
  const names = sql.join(shape.columns.map((column) => sql.ref(column)));
  return sql`insert into ${sql.table(shape.table)} as known (${names})
    select ${names} from ${tableOfRows(database, shape, rows)} as added where true`;
}

const VISITS_TABLE = {
  table: 'visits',
  columns: [
    'session_id',
    'began_at',
    'seen_at',
    'last_number',
    'first_event',
    ...UTM_FIELDS,
    ...VISIT_STAGES,
    'lead_ref',
    'application_ref',
    'test',
    'version',
    'suspect',
    'detail',
  ],
  uuidBytes: ['session_id', 'first_event'],
} as const;

export async function storeVisits(database: Queryable, visits: readonly Visit[]) {
  const rows = visits.map((visit) => ({
    ...visit,
    began_at: toStoredTime(database, visit.began_at),
    seen_at: toStoredTime(database, visit.seen_at),
  }));
  const changes = VISITS_TABLE.columns
    .slice(1)
    .map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`);
  await sql`${insertInto(database, VISITS_TABLE, rows)}
    on conflict (session_id) do update set ${sql.join(changes)}`.execute(database);
}

const ORIGINS_TABLE = {
  table: 'visit_origins',
  columns: ['origin', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_content'],
} as const;
const TOTALS_TABLE = {
  table: 'visit_totals',
  columns: ['day', 'origin', 'kind', 'label', 'visits', 'amount'],
} as const;

export async function storeTotalChanges(
  database: Queryable,
  totalChanges: TotalChanges,
): Promise<void> {
  const [origins, changes] = [totalChanges.origins(), totalChanges.changes()];
  await sql`${insertInto(database, ORIGINS_TABLE, origins)}
    on conflict do nothing`.execute(database);
  await sql`${insertInto(database, TOTALS_TABLE, changes)}
    on conflict (day, origin, kind, label) do update set
      visits = known.visits + excluded.visits, amount = known.amount + excluded.amount
  `.execute(database);
  if (changes.every(({ visits }) => visits >= 0)) return;
  await sql`delete from ${sql.table('visit_totals')} where visits = 0 and (day, origin, kind, label)
    in (select day, origin, kind, label
      from ${tableOfRows(database, TOTALS_TABLE, changes)} as changed)`.execute(database);
}
