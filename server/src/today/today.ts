import { dayOf, startOfDay } from '@funil/contract/brasilia';
import type { ContactItem } from '@funil/contract/contacts/contacts';
import { DAY_MS, HOUR_MS } from '@funil/contract/durations';
import type {
  DayNumbers,
  TodayResponse,
  WaitingCount,
  WaitingItems,
} from '@funil/contract/today/today';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import {
  allOf,
  IS_NEWER_CONTACT,
  isAbandoned,
  isFirstOfPerson,
  isVisibleTo,
} from '../contacts/list/contact-filter.ts';
import { type ItemOptions, readContactItems } from '../contacts/list/contact-items.ts';
import { findListedByNumber } from '../contacts/list/listed-contacts.ts';
import { NOT_TO_OPERATORS } from '../operators/alerts.ts';
import {
  IS_FIRST_CHARGE,
  IS_OF_REAL_ORDER,
  IS_RENEWAL,
  VALUE_IN_REAIS,
} from '../sales/counted-charges.ts';
import type { Database } from '../store/database.ts';
import { toStoredTime } from '../store/queries/sql.ts';

export const MAX_ITEMS_SHOWN = 20;
/** A list with more rows shows this number and a plus sign. */
export const MAX_ITEMS_COUNTED = 1_000;

export const toWaitingCount = (count: number): WaitingCount => ({
  count: Math.min(count, MAX_ITEMS_COUNTED),
  more: count > MAX_ITEMS_COUNTED,
});

/** Older sales are in a separate list, and older contacts are only counted. */
export const MAX_TASK_AGE_MS = 14 * DAY_MS;

const startOfListedDays = (now: number): number => {
  const since = now - MAX_TASK_AGE_MS;
  return startOfDay(dayOf(since)) ?? since;
};

const condition = sql<SqlBool>;
/** A contact with a follow-up is listed by findFollowUps, on the follow-up's date. */
const HAS_NO_FOLLOW_UP = condition`follow_up_at is null`;

/** Selects waiting contacts, and the row that represents a person with several waiting rows. */
interface WaitingFilter {
  readonly conditions: readonly RawBuilder<SqlBool>[];
  /** True if the row `other` is to be shown instead of the row `contacts` of the same person. */
  readonly precedes: RawBuilder<SqlBool>;
  /** A person is listed only if the row that `precedes` chooses meets these conditions. */
  readonly chosenRowConditions?: readonly RawBuilder<SqlBool>[];
}

/** The condition of listed contacts, without robots and contacts that the operator may not see. */
function isListed(
  { conditions, precedes, chosenRowConditions = [] }: WaitingFilter,
  { visibleTo }: ItemOptions,
) {
  const allConditions = [
    ...conditions,
    condition`suspect = 0`,
    ...(visibleTo === undefined ? [] : [isVisibleTo(visibleTo)]),
  ];
  return allOf([
    ...allConditions,
    ...chosenRowConditions,
    isFirstOfPerson(allConditions, precedes),
  ]);
}

async function countWaiting(
  database: Database,
  waiting: WaitingFilter,
  options: ItemOptions,
): Promise<WaitingCount> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select 1 from ${sql.table('contacts')} where ${isListed(waiting, options)}
      limit ${MAX_ITEMS_COUNTED + 1}) as one`.execute(database);
  return toWaitingCount(Number(rows[0]?.count));
}

async function findWaiting(
  database: Database,
  { order, ...waiting }: WaitingFilter & { readonly order: RawBuilder<unknown> },
  options: ItemOptions,
): Promise<WaitingItems<ContactItem>> {
  const { rows } = await sql<{ number: number }>`
    select number from ${sql.table('contacts')} where ${isListed(waiting, options)}
    order by ${order} limit ${MAX_ITEMS_SHOWN}`.execute(database);
  const numbers = rows.map(({ number }) => Number(number));
  const listedContacts = await findListedByNumber(database, numbers);
  return {
    ...(await countWaiting(database, waiting, options)),
    items: await readContactItems(database, listedContacts, options),
  };
}

/** The oldest comes first, but those more than a day past their deadline come last, so that they hide no others. */
export async function findUnansweredApplications(
  database: Database,
  options: ItemOptions,
): Promise<WaitingItems<ContactItem>> {
  const { now, replyHours } = options;
  const longOverdueBefore = replyHours === null ? 0 : now - replyHours * HOUR_MS - DAY_MS;
  const find = (deadlineCondition: RawBuilder<SqlBool>) =>
    findWaiting(
      database,
      {
        // The text must equal the partial index's condition, so that the planner uses the index.
        conditions: [condition`stage = 'sent' and state in ('novo', 'em_conversa')`],
        precedes: condition`(other.sent_at, other.number) < (contacts.sent_at, contacts.number)`,
        chosenRowConditions: [deadlineCondition],
        order: sql`sent_at, number`,
      },
      options,
    );
  const notLongOverdue = await find(condition`sent_at >= ${longOverdueBefore}`);
  const longOverdue = await find(condition`sent_at < ${longOverdueBefore}`);
  const { count, more } = toWaitingCount(notLongOverdue.count + longOverdue.count);
  return {
    count,
    more: more || notLongOverdue.more || longOverdue.more,
    items: [...notLongOverdue.items, ...longOverdue.items].slice(0, MAX_ITEMS_SHOWN),
  };
}

const isRecent = (now: number) => condition`at >= ${startOfListedDays(now)}`;
const isOlder = (now: number) => condition`at < ${startOfListedDays(now)}`;

const abandonedApplications = (
  database: Database,
  now: number,
  ageCondition: RawBuilder<SqlBool>,
): WaitingFilter => ({
  conditions: [
    ageCondition,
    condition`kind = 'application' and state = 'novo' and stage = 'started'`,
    HAS_NO_FOLLOW_UP,
  ],
  precedes: IS_NEWER_CONTACT,
  chosenRowConditions: [isAbandoned(database, now)],
});

const newLeads = (ageCondition: RawBuilder<SqlBool>): WaitingFilter => ({
  conditions: [
    ageCondition,
    condition`kind = 'lead' and state = 'novo'`,
    HAS_NO_FOLLOW_UP,
    condition`not exists (select 1 from leads where leads.id = lead_id and import_id is not null)`,
  ],
  precedes: IS_NEWER_CONTACT,
});

const NEWEST_FIRST = sql`at desc, number desc`;

export const findAbandonedApplications = (database: Database, options: ItemOptions) =>
  findWaiting(
    database,
    {
      ...abandonedApplications(database, options.now, isRecent(options.now)),
      order: NEWEST_FIRST,
    },
    options,
  );

export const findNewLeads = (database: Database, options: ItemOptions) =>
  findWaiting(database, { ...newLeads(isRecent(options.now)), order: NEWEST_FIRST }, options);

/** Counts the leads and abandoned applications that are too old for a list. */
export async function countOlder(
  database: Database,
  options: ItemOptions,
): Promise<TodayResponse['older']> {
  const { now } = options;
  const abandoned = abandonedApplications(database, now, isOlder(now));
  return {
    until: dayOf(startOfListedDays(now) - 1),
    leads: await countWaiting(database, newLeads(isOlder(now)), options),
    abandoned: await countWaiting(database, abandoned, options),
  };
}

/** Returns follow-ups that are due until the end of the day in Brasília, the earliest first. */
export const findFollowUps = (database: Database, options: ItemOptions) =>
  findWaiting(
    database,
    {
      conditions: [
        condition`follow_up_at < ${(startOfDay(dayOf(options.now)) ?? options.now) + DAY_MS}`,
      ],
      precedes: condition`
        (other.follow_up_at, other.number) < (contacts.follow_up_at, contacts.number)`,
      order: sql`follow_up_at, number`,
    },
    options,
  );

export async function countDeadDeliveries(database: Database) {
  const { count, newest } = await database
    .selectFrom('deliveries')
    .select(({ fn }) => [fn.countAll().as('count'), fn.max('ended_at').as('newest')])
    .where('state', '=', sql<'dead'>`'dead'`)
    .where(NOT_TO_OPERATORS)
    .executeTakeFirstOrThrow();
  return { count: Number(count), newest_at: newest };
}

/** Counts as the report does, from the start of the day in Brasília until `until`, in ms since 1970. */
export async function readDayNumbers(database: Database, until: number): Promise<DayNumbers> {
  const day = dayOf(until);
  const start = startOfDay(day) ?? until;
  const [startIso, untilIso] = [new Date(start).toISOString(), new Date(until).toISOString()];
  const contacts = sql.table('contacts');
  const countContacts = (filter: RawBuilder<unknown>, column: RawBuilder<unknown>) => sql`(
    select count(*) from ${contacts}
    where suspect = 0 and ${filter} and ${column} >= ${start} and ${column} < ${until})`;
  const [storedStart, storedUntil] = [toStoredTime(database, start), toStoredTime(database, until)];
  const { rows } = await sql<Record<keyof Omit<DayNumbers, 'day'>, number | null>>`
    select
      (select count(*) from ${sql.table('visits')}
        where suspect is null and began_at >= ${storedStart} and began_at < ${storedUntil}) as visits,
      ${countContacts(sql`kind = 'lead'`, sql`at`)} as leads,
      ${countContacts(sql`sent_at is not null`, sql`sent_at`)} as applications,
      count(case when ${IS_FIRST_CHARGE} and not ${IS_RENEWAL} then 1 end) as sales,
      sum(${VALUE_IN_REAIS}) as paid_cents
    from (
      select * from ${sql.table('sales')} as charge
      where paid_at >= ${startIso} and paid_at < ${untilIso} and ${IS_OF_REAL_ORDER}) as sale
  `.execute(database);
  const numberOf = (name: keyof Omit<DayNumbers, 'day'>) => Number(rows[0]?.[name] ?? 0);
  return {
    day,
    visits: numberOf('visits'),
    leads: numberOf('leads'),
    applications: numberOf('applications'),
    sales: numberOf('sales'),
    paid_cents: numberOf('paid_cents'),
  };
}
