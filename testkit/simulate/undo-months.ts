import type { StoreConfig } from '@funil/server/config/config';
import { type ErasedCounts, erasePerson } from '@funil/server/leads/people/erase-person';
import { saleKeyOf } from '@funil/server/leads/people/person-rows';
import type { NoticeAdapters } from '@funil/server/sales/notice';
import type { SaleId } from '@funil/server/sales/notices';
import { recomputeSales } from '@funil/server/sales/recompute-sales';
import type { Database, Tables } from '@funil/server/store/database';
import { inChunks } from '@funil/server/store/in-chunks';
import { waitForLock } from '@funil/server/store/locks';
import { eraseVisits } from '@funil/server/visits/open-updater';
import { type Kysely, type SqlBool, sql } from 'kysely';
import { SIMULATED_UUID } from './random.ts';
import { SIMULATED_MAIL } from './visitors.ts';

interface UndoParts {
  readonly database: Database;
  readonly store: StoreConfig;
  readonly adapters: NoticeAdapters;
  readonly attributionDays: number;
}

/** The numbers of rows that were removed. */
export interface UndoneCounts extends ErasedCounts {
  readonly sales: number;
  readonly notices: number;
}

/** SQLite has one writer at a time, for which captures wait. */
const NOTICES_PER_TRANSACTION = 50;
const EVENTS_PER_STATEMENT = 500;

const isSimulated = (column: string) =>
  sql<SqlBool>`cast(${sql.ref(column)} as text) like ${SIMULATED_UUID}`;

/** Returns whether a lead, an application or a draft is of a real visitor. */
export async function hasRealPeople(database: Database): Promise<boolean> {
  const { rows } = await sql`
    select 1 from leads where ${isReal('idempotency_key')}
    union all select 1 from applications where ${isReal('save_id')}
    union all select 1 from application_drafts where ${isReal('save_id')} limit 1`.execute(
    database,
  );
  return rows.length > 0;
}

const isReal = (column: string) =>
  sql<SqlBool>`${sql.ref(column)} is null or not (${isSimulated(column)})`;

/** Removes the rows of all simulated months, and what was derived from them, while the server runs. */
export async function undoMonths(parts: UndoParts): Promise<UndoneCounts> {
  const { database, store } = parts;
  const sales = await removeNotices(parts);
  const found = {
    leads: await findRows(database, 'leads', 'idempotency_key', 'idempotency_key'),
    applications: await findRows(database, 'applications', 'save_id', 'id'),
    application_drafts: await findRows(database, 'application_drafts', 'save_id', 'id'),
  };
  const sessions = await database
    .selectFrom('jornada')
    .select('session_id')
    .distinct()
    .where(isSimulated('session_id'))
    .execute();
  const visits = sessions.map(({ session_id }) => session_id);
  const erased = await erasePerson(database, found, visits);
  await eraseVisits(store, visits);
  // At the end: the consumer of changes may have stored events of these rows meanwhile.
  await removeOutboxEvents(database, ['lead', 'application'], []);
  await removeOutboxEvents(database, [], sales.ids);
  return { ...erased, sales: sales.ids.length, notices: sales.notices };
}

const findRows = (
  database: Database,
  table: 'leads' | 'applications' | 'application_drafts',
  key: string,
  reference: string,
) =>
  database
    .selectFrom(table)
    .select(['id', sql<string>`${sql.ref(reference)}`.as('reference')])
    .where(isSimulated(key))
    .execute();

/** Removes the notices of simulated buyers, and their sales. */
async function removeNotices(parts: UndoParts) {
  const removed = new Map<string, SaleId>();
  let notices = 0;
  for (let last = 0; ; ) {
    const some = await findNotices(parts.database, last);
    if (some.length === 0) return { ids: [...removed.values()], notices };
    const sales = new Map<string, SaleId>();
    for (const { platform, sale_key } of some) {
      if (sale_key !== null) sales.set(saleKeyOf({ platform, sale_key }), { platform, sale_key });
    }
    await parts.database.transaction().execute(async (transaction) => {
      await waitForLock(transaction, 'sales');
      await transaction
        .deleteFrom('notices')
        .where(
          'id',
          'in',
          some.map(({ id }) => id),
        )
        .execute();
      await removeSales(transaction, [...sales.values()], parts);
    });
    for (const [key, sale] of sales) removed.set(key, sale);
    notices += some.length;
    last = Number(some.at(-1)?.id);
  }
}

/** A form's body has the address encoded. */
function findNotices(database: Database, last: number) {
  const contains = (text: string) =>
    database.dialect === 'sqlite'
      ? sql<SqlBool>`instr(body, ${Buffer.from(text)}) > 0`
      : sql<SqlBool>`position(${Buffer.from(text)} in body) > 0`;
  return database
    .selectFrom('notices')
    .select(['id', 'platform', 'sale_key'])
    .where('id', '>', last)
    .where(({ or }) => or([contains(SIMULATED_MAIL), contains(encodeURIComponent(SIMULATED_MAIL))]))
    .orderBy('id')
    .limit(NOTICES_PER_TRANSACTION)
    .execute();
}

async function removeSales(
  transaction: Kysely<Tables>,
  sales: readonly SaleId[],
  { adapters, attributionDays }: UndoParts,
) {
  const now = new Date().toISOString();
  const options = { adapters, attributionDays, parsedNotices: new Map(), now };
  await recomputeSales(transaction, sales, options);
  for (const sale of sales) {
    for (const table of [
      'sale_milestones',
      'sale_matches',
      'sale_test_marks',
      'sale_refund_amounts',
    ] as const) {
      await transaction
        .deleteFrom(table)
        .where((eb) => eb.and(sale))
        .execute();
    }
  }
}

/** Removes the outbox events of simulated rows by their kinds, and those of sales, with their deliveries. */
async function removeOutboxEvents(
  database: Database,
  kinds: readonly string[],
  sales: readonly SaleId[],
) {
  for (const kind of kinds) {
    await database
      .deleteFrom('outbox_events')
      .where('subject', 'like', `${kind}:${SIMULATED_UUID}`)
      .execute();
  }
  for (const some of inChunks(sales, EVENTS_PER_STATEMENT)) {
    const subjects = some.map(saleKeyOf);
    await database.deleteFrom('outbox_events').where('subject', 'in', subjects).execute();
  }
}
