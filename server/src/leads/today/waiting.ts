import type { SaleItem } from '@funil/contract/console/sales';
import type { SubjectItem } from '@funil/contract/console/subjects';
import type { Waiting } from '@funil/contract/console/today';
import { DAY_MS } from '@funil/contract/durations';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { toSaleItems } from '../../sales/lists/sale-items.ts';
import type { Database } from '../../store/database.ts';
import { funilTable, inFunil } from '../../store/funil-tables.ts';
import { findListed, type ItemParts, readItems } from '../contacts/read-items.ts';
import { abandonedBefore, allOf } from '../contacts/subject-filter.ts';

/** Of each kind so many are shown, and counted up to so many. */
const SHOWN = 20;
const COUNTED = 1_000;
/** How long ago, in ms, somebody may have come to be waited for today. */
const RECENT = 14 * DAY_MS;
/** As subjects have it: who filled the trap is no person. */
const IS_PERSON = sql<SqlBool>`suspect < 2`;

type Condition = RawBuilder<SqlBool>;
const is = sql<SqlBool>;

interface WaitingWanted {
  readonly conditions: readonly Condition[];
  readonly order: RawBuilder<unknown>;
}

async function readWaiting(
  database: Database,
  { conditions, order }: WaitingWanted,
  parts: ItemParts,
): Promise<Waiting<SubjectItem>> {
  const table = funilTable(database.dialect, 'subjects');
  const condition = allOf([...conditions, IS_PERSON]);
  const { rows } = await sql<{ number: number }>`
    select number from ${table} where ${condition}
    order by ${order} limit ${SHOWN}`.execute(database);
  const counted = await sql<{ n: number }>`
    select count(*) as n from (select 1 from ${table} where ${condition} limit ${COUNTED + 1}) as one`.execute(
    database,
  );
  const count = Number(counted.rows[0]?.n ?? 0);
  const listed = await findListed(
    database,
    rows.map(({ number }) => Number(number)),
  );
  return {
    count: Math.min(count, COUNTED),
    more: count > COUNTED,
    items: await readItems(database, listed, parts),
  };
}

/** Applications that were sent and not answered; the one that waits longest first. */
export const waitingApplications = (database: Database, parts: ItemParts) =>
  readWaiting(
    database,
    {
      conditions: [
        // As its index has it.
        is`stage = 'sent' and state in ('novo', 'em_conversa')`,
      ],
      order: sql`sent_at, number`,
    },
    parts,
  );

/** Applications that were begun, and are given up; the newest first. */
export const abandonedApplications = (database: Database, parts: ItemParts) =>
  readWaiting(
    database,
    {
      conditions: [
        is`kind = 'application' and at >= ${parts.now - RECENT} and state = 'novo'`,
        is`stage = 'started' and saved_at < ${abandonedBefore(parts.now)}`,
      ],
      order: sql`at desc, number desc`,
    },
    parts,
  );

/** Leads that nobody has talked to; the newest first. */
export const newLeads = (database: Database, parts: ItemParts) =>
  readWaiting(
    database,
    {
      conditions: [is`kind = 'lead' and at >= ${parts.now - RECENT} and state = 'novo'`],
      order: sql`at desc, number desc`,
    },
    parts,
  );

/** Pix and boletos issued and unpaid; the newest first. */
export async function pendingSales(database: Database, now: number): Promise<Waiting<SaleItem>> {
  const rows = await inFunil(database, database.dialect)
    .selectFrom('sales')
    .selectAll()
    .where('state', '=', sql<'pending'>`'pending'`)
    .where('begun_at', '>=', new Date(now - RECENT).toISOString())
    .where('is_test', '=', database.dialect === 'sqlite' ? 0 : false)
    .orderBy('begun_at', 'desc')
    .limit(COUNTED + 1)
    .execute();
  return {
    count: Math.min(rows.length, COUNTED),
    more: rows.length > COUNTED,
    items: await toSaleItems(database, rows.slice(0, SHOWN)),
  };
}

/** Deliveries that were given up. */
export async function deadDeliveries(database: Database) {
  const funil = inFunil(database, database.dialect);
  const { n, newest } = await funil
    .selectFrom('deliveries')
    .select(({ fn }) => [fn.countAll().as('n'), fn.max('ended_at').as('newest')])
    .where('state', '=', sql<'dead'>`'dead'`)
    .executeTakeFirstOrThrow();
  return { count: Number(n), newest_at: newest };
}
