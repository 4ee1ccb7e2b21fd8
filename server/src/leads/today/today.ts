import type { ContactItem } from '@funil/contract/console/contacts';
import type { SaleItem } from '@funil/contract/console/sales';
import type { DayNumbers, Waiting } from '@funil/contract/console/today';
import { DAY_MS } from '@funil/contract/durations';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { toSaleItems } from '../../sales/sale-items.ts';
import type { Database } from '../../store/database.ts';
import { storedMs } from '../../store/sql.ts';
import { dayOf, startOfDay } from '../../visits/brasilia.ts';
import { allOf, isAbandoned } from '../contacts/contact-filter.ts';
import {
  findListedContacts,
  type ItemOptions,
  readContactItems,
} from '../contacts/read-contacts.ts';

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
  parts: ItemOptions,
): Promise<Waiting<ContactItem>> {
  const table = sql.table('contacts');
  const condition = allOf([...conditions, IS_PERSON]);
  const { rows } = await sql<{ number: number }>`
    select number from ${table} where ${condition}
    order by ${order} limit ${SHOWN}`.execute(database);
  const counted = await sql<{ n: number }>`
    select count(*) as n from (select 1 from ${table} where ${condition} limit ${COUNTED + 1}) as one`.execute(
    database,
  );
  const count = Number(counted.rows[0]?.n ?? 0);
  const listed = await findListedContacts(
    database,
    rows.map(({ number }) => Number(number)),
  );
  return {
    count: Math.min(count, COUNTED),
    more: count > COUNTED,
    items: await readContactItems(database, listed, parts),
  };
}

/** Applications that were sent and not answered; the one that waits longest first. */
export const findUnansweredApplications = (database: Database, parts: ItemOptions) =>
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
export const findAbandonedApplications = (database: Database, parts: ItemOptions) =>
  readWaiting(
    database,
    {
      conditions: [
        is`kind = 'application' and at >= ${parts.now - RECENT} and state = 'novo'`,
        is`stage = 'started' and ${isAbandoned(database, parts.now)}`,
      ],
      order: sql`at desc, number desc`,
    },
    parts,
  );

/** Leads that nobody has talked to; the newest first. */
export const findNewLeads = (database: Database, parts: ItemOptions) =>
  readWaiting(
    database,
    {
      conditions: [is`kind = 'lead' and at >= ${parts.now - RECENT} and state = 'novo'`],
      order: sql`at desc, number desc`,
    },
    parts,
  );

/** Pix and boletos issued and unpaid; the newest first. */
export async function findPendingSales(
  database: Database,
  now: number,
): Promise<Waiting<SaleItem>> {
  const rows = await database
    .selectFrom('sales')
    .selectAll()
    .where('state', '=', sql<'pending'>`'pending'`)
    .where('begun_at', '>=', new Date(now - RECENT).toISOString())
    .where('is_test', '=', false)
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
export async function countDeadDeliveries(database: Database) {
  const { n, newest } = await database
    .selectFrom('deliveries')
    .select(({ fn }) => [fn.countAll().as('n'), fn.max('ended_at').as('newest')])
    .where('state', '=', sql<'dead'>`'dead'`)
    .executeTakeFirstOrThrow();
  return { count: Number(n), newest_at: newest };
}

/** What a day of Brasília brought up to a moment of it. */
export async function readDayNumbers(database: Database, until: number): Promise<DayNumbers> {
  const day = dayOf(until);
  const start = startOfDay(day) ?? until;
  const [from, end] = [new Date(start).toISOString(), new Date(until).toISOString()];
  const contacts = sql.table('contacts');
  const sales = sql.table('sales');
  const count = (condition: RawBuilder<unknown>, column: RawBuilder<unknown>) => sql`(
    select count(*) from ${contacts}
    where ${condition} and ${column} >= ${start} and ${column} < ${until})`;
  const [began, ended] = [storedMs(database, start), storedMs(database, until)];
  const paid = sql`paid_at >= ${from} and paid_at < ${end} and not is_test`;
  const { rows } = await sql<Record<keyof Omit<DayNumbers, 'day'>, number | null>>`
    select
      (select count(*) from ${sql.table('visits')}
        where began_at >= ${began} and began_at < ${ended}) as visits,
      ${count(sql`kind = 'lead'`, sql`at`)} as leads,
      ${count(sql`sent_at is not null`, sql`sent_at`)} as applications,
      (select count(*) from ${sales} where ${paid}) as sales,
      (select sum(value_cents) from ${sales} where ${paid} and currency = 'BRL') as paid_cents`.execute(
    database,
  );
  const [found] = rows;
  const number = (value: number | null | undefined) => Number(value ?? 0);
  return {
    day,
    visits: number(found?.visits),
    leads: number(found?.leads),
    applications: number(found?.applications),
    sales: number(found?.sales),
    paid_cents: number(found?.paid_cents),
  };
}
