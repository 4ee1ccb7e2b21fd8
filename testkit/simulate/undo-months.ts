import { toSaleSubject } from '@funil/contract/sales/sale-subject';
import type { StoreConfig } from '@funil/server/config/config';
import { type ErasedCounts, erasePerson } from '@funil/server/erasure/erase-person';
import type { NoticeAdapters } from '@funil/server/sales/notices/notice';
import { recomputeSales } from '@funil/server/sales/recompute-sales';
import { isRowOfSales } from '@funil/server/sales/sale-id';
import type { Database } from '@funil/server/store/database';
import { waitForLock } from '@funil/server/store/locks';
import { inChunks } from '@funil/server/store/queries/in-chunks';
import { eraseVisits } from '@funil/server/visits/open-updater';
import { type SqlBool, sql } from 'kysely';
import { SIMULATED_UUID } from './random.ts';
import { SIMULATED_MAIL } from './visitors.ts';

interface UndoDependencies {
  readonly database: Database;
  readonly store: StoreConfig;
  readonly adapters: NoticeAdapters;
  readonly attributionDays: number;
}

export interface UndoneCounts extends ErasedCounts {
  readonly sales: number;
  readonly notices: number;
}

/** The number is small, because on SQLite captures wait for the end of each transaction. */
const NOTICES_PER_TRANSACTION = 50;
const EVENTS_PER_STATEMENT = 500;

export const isSimulated = (column: string) =>
  sql<SqlBool>`cast(${sql.ref(column)} as text) like ${SIMULATED_UUID}`;

export async function hasRealPeople(database: Database): Promise<boolean> {
  const { rows } = await sql`
    select 1 from leads where ${isReal('idempotency_key')}
    union all select 1 from applications where ${isReal('save_id')}
    union all select 1 from application_drafts where ${isReal('save_id')} limit 1
  `.execute(database);
  return rows.length > 0;
}

const isReal = (column: string) =>
  sql<SqlBool>`${sql.ref(column)} is null or not (${isSimulated(column)})`;

export async function undoMonths(deps: UndoDependencies): Promise<UndoneCounts> {
  const { database, store } = deps;
  const { sales, notices } = await removeNoticesAndSales(deps);
  const records = {
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
  const sessionIds = sessions.map(({ session_id }) => session_id);
  const erased = await erasePerson(database, records, sessionIds);
  await eraseVisits(store, sessionIds);
  // The consumer of changes may have stored some of these while the other rows were removed.
  const events = database.deleteFrom('outbox_events');
  for (const kind of ['lead', 'application']) {
    await events.where('subject', 'like', `${kind}:${SIMULATED_UUID}`).execute();
  }
  for (const subjects of inChunks(sales, EVENTS_PER_STATEMENT)) {
    await events.where('subject', 'in', subjects).execute();
  }
  return { ...erased, sales: sales.length, notices };
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

async function removeNoticesAndSales({ database, adapters, attributionDays }: UndoDependencies) {
  const removed = new Set<string>();
  let notices = 0;
  for (let lastId = 0; ; ) {
    const page = await findNotices(database, lastId);
    if (page.length === 0) return { sales: [...removed], notices };
    const ids = page.map(({ id }) => id);
    const sales = page.flatMap(({ platform, sale_key }) =>
      sale_key === null ? [] : [{ platform, sale_key }],
    );
    await database.transaction().execute(async (transaction) => {
      await waitForLock(transaction, 'sales');
      await transaction.deleteFrom('notices').where('id', 'in', ids).execute();
      const at = new Date().toISOString();
      await recomputeSales(transaction, sales, { adapters, attributionDays, at });
      for (const table of SALE_TABLES) {
        await transaction.deleteFrom(table).where(isRowOfSales(sales)).execute();
      }
    });
    for (const sale of sales) removed.add(toSaleSubject(sale));
    notices += page.length;
    lastId = Number(page.at(-1)?.id);
  }
}

/** Tables about sales whose rows are not computed from notices. */
const SALE_TABLES = [
  'sale_milestones',
  'sale_matches',
  'sale_test_marks',
  'sale_refund_amounts',
] as const;

function findNotices(database: Database, lastId: number) {
  const contains = (text: string) =>
    database.dialect === 'sqlite'
      ? sql<SqlBool>`instr(body, ${Buffer.from(text)}) > 0`
      : sql<SqlBool>`position(${Buffer.from(text)} in body) > 0`;
  return database
    .selectFrom('notices')
    .select(['id', 'platform', 'sale_key'])
    .where('id', '>', lastId)
    .where(({ or }) => or([contains(SIMULATED_MAIL), contains(encodeURIComponent(SIMULATED_MAIL))]))
    .orderBy('id')
    .limit(NOTICES_PER_TRANSACTION)
    .execute();
}
