import type { DayNumbers } from '@funil/contract/console/today';
import { DAY_MS } from '@funil/contract/durations';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../store/database.ts';
import { funilTable } from '../../store/funil-tables.ts';
import { BEHIND } from '../../visits/brasilia.ts';

/** The day of Brasília on which a moment falls, AAAA-MM-DD, and when it began. */
function dayOf(time: number): { readonly day: string; readonly start: number } {
  const start = Math.floor((time - BEHIND) / DAY_MS) * DAY_MS + BEHIND;
  return { day: new Date(start - BEHIND).toISOString().slice(0, 10), start };
}

/** What a day of Brasília brought up to a moment of it. */
export async function readDayNumbers(database: Database, until: number): Promise<DayNumbers> {
  const { dialect } = database;
  const { day, start } = dayOf(until);
  const [from, end] = [new Date(start).toISOString(), new Date(until).toISOString()];
  const subjects = funilTable(dialect, 'subjects');
  const sales = funilTable(dialect, 'sales');
  const count = (condition: RawBuilder<unknown>, column: RawBuilder<unknown>) => sql`(
    select count(*) from ${subjects}
    where ${condition} and ${column} >= ${start} and ${column} < ${until})`;
  const began =
    dialect === 'sqlite'
      ? sql`began_at >= ${start} and began_at < ${until}`
      : sql`began_at >= ${from} and began_at < ${end}`;
  const paid = sql`paid_at >= ${from} and paid_at < ${end} and not is_test`;
  const { rows } = await sql<Record<keyof Omit<DayNumbers, 'day'>, number | null>>`
    select
      (select count(*) from ${funilTable(dialect, 'visits')} where ${began}) as visits,
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
