import type { ContactItem } from '@funil/contract/console/contacts';
import type { SaleItem } from '@funil/contract/console/sales';
import type { DayNumbers, WaitingItems } from '@funil/contract/console/today';
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
import { HONEYPOT } from '../contacts/write-contacts.ts';

/** Rows that one list of the view shows. */
const MAX_SHOWN = 20;
/** A list with more rows shows this number and a plus sign. */
const MAX_COUNTED = 1_000;
/** The view leaves out older contacts and sales. */
const MAX_AGE_MS = 14 * DAY_MS;

const condition = sql<SqlBool>;

/** Returns the first contacts that meet all conditions, and their number. Leaves out rows that filled the honeypot. */
async function findWaiting(
  database: Database,
  conditions: readonly RawBuilder<SqlBool>[],
  order: RawBuilder<unknown>,
  options: ItemOptions,
): Promise<WaitingItems<ContactItem>> {
  const table = sql.table('contacts');
  const isWaiting = allOf([...conditions, condition`suspect < ${HONEYPOT}`]);
  const { rows } = await sql<{ number: number }>`
    select number from ${table} where ${isWaiting}
    order by ${order} limit ${MAX_SHOWN}`.execute(database);
  const counted = await sql<{ n: number }>`
    select count(*) as n from (
      select 1 from ${table} where ${isWaiting} limit ${MAX_COUNTED + 1}) as one`.execute(database);
  const count = Number(counted.rows[0]?.n);
  const numbers = rows.map(({ number }) => Number(number));
  const listed = await findListedContacts(database, numbers);
  return {
    count: Math.min(count, MAX_COUNTED),
    more: count > MAX_COUNTED,
    items: await readContactItems(database, listed, options),
  };
}

/** Returns sent applications without an answer, the oldest first. */
export const findUnansweredApplications = (database: Database, options: ItemOptions) =>
  findWaiting(
    database,
    // The same text as the partial index's condition, so that the planner uses the index.
    [condition`stage = 'sent' and state in ('novo', 'em_conversa')`],
    sql`sent_at, number`,
    options,
  );

/** Returns recently abandoned applications, the newest first. */
export const findAbandonedApplications = (database: Database, options: ItemOptions) =>
  findWaiting(
    database,
    [
      condition`kind = 'application' and at >= ${options.now - MAX_AGE_MS} and state = 'novo'`,
      condition`stage = 'started' and ${isAbandoned(database, options.now)}`,
    ],
    sql`at desc, number desc`,
    options,
  );

/** Returns recent leads in state `novo`, the newest first. */
export const findNewLeads = (database: Database, options: ItemOptions) =>
  findWaiting(
    database,
    [condition`kind = 'lead' and at >= ${options.now - MAX_AGE_MS} and state = 'novo'`],
    sql`at desc, number desc`,
    options,
  );

/** Returns recent unpaid sales (Pix or boleto), the newest first. */
export async function findPendingSales(
  database: Database,
  now: number,
): Promise<WaitingItems<SaleItem>> {
  const rows = await database
    .selectFrom('sales')
    .selectAll()
    .where('state', '=', sql<'pending'>`'pending'`)
    .where('begun_at', '>=', new Date(now - MAX_AGE_MS).toISOString())
    .where('is_test', '=', false)
    .orderBy('begun_at', 'desc')
    .limit(MAX_COUNTED + 1)
    .execute();
  return {
    count: Math.min(rows.length, MAX_COUNTED),
    more: rows.length > MAX_COUNTED,
    items: await toSaleItems(database, rows.slice(0, MAX_SHOWN)),
  };
}

/** Counts deliveries that failed for good. */
export async function countDeadDeliveries(database: Database) {
  const { n, newest } = await database
    .selectFrom('deliveries')
    .select(({ fn }) => [fn.countAll().as('n'), fn.max('ended_at').as('newest')])
    .where('state', '=', sql<'dead'>`'dead'`)
    .executeTakeFirstOrThrow();
  return { count: Number(n), newest_at: newest };
}

/** Returns the numbers of the day in Brasília that contains a time, from the day's start to that time (ms since 1970). */
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
  const number = (name: keyof Omit<DayNumbers, 'day'>) => Number(rows[0]?.[name] ?? 0);
  return {
    day,
    visits: number('visits'),
    leads: number('leads'),
    applications: number('applications'),
    sales: number('sales'),
    paid_cents: number('paid_cents'),
  };
}
