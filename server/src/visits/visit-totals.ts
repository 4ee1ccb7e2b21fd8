import type { CreativeOrigin } from '@funil/contract/ads/origin-levels';
import { withReportedUtms } from '@funil/contract/ads/reported-utm';
import { dayOf, msSinceMidnight, startOfDay } from '@funil/contract/brasilia';
import { HOUR_MS } from '@funil/contract/durations';
import type { Mutable } from '@funil/contract/report/origins';
import type { ReportVisitHour } from '@funil/contract/report/report';
import { sql } from 'kysely';
import { type Database, dialectOf, type Queryable } from '../store/database.ts';
import { msOf, toStoredTime } from '../store/queries/sql.ts';
import { type Purchase, VISIT_STAGES, type Visit } from './visit.ts';

/** Only stages are counted by creative; other kinds have an empty `content`. */
export interface VisitTotal extends CreativeOrigin {
  /** `YYYY-MM-DD` in Brasília; empty: all days. */
  readonly day: string;
  readonly kind: string;
  readonly label: string;
  readonly visits: number;
  readonly amount: number;
}

export interface VisitPurchase extends Purchase, CreativeOrigin {
  readonly transaction: string;
}

interface VisitTotals {
  readonly totals: VisitTotal[];
  readonly purchases: VisitPurchase[];
  readonly hours: ReportVisitHour[];
  /** ISO time at which the newest counted event was stored; null: none is counted. */
  readonly countedUntil: string | null;
}

/** ISO times of two midnights in Brasília, the second not included; null: open. */
interface VisitTimeRange {
  readonly from: string | null;
  readonly until: string | null;
}

/** `YYYY-MM-DD`; `until` is not included, and an open start is empty. */
interface VisitDayRange {
  readonly from: string;
  readonly until: string;
}

const toDayRange = ({ from, until }: VisitTimeRange): VisitDayRange => ({
  from: from === null ? '' : dayOf(Date.parse(from)),
  until: until === null ? '9999-12-31' : dayOf(Date.parse(until)),
});

const isInDays = (day: string, { from, until }: VisitDayRange) => day >= from && day < until;

/** Returns the visits that began in a period, as far as their events have been counted. */
export function readVisitTotals(database: Database, period: VisitTimeRange): Promise<VisitTotals> {
  const isolated = database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only');
  return isolated.execute(async (snapshot) => {
    const days = toDayRange(period);
    return {
      totals: await readStoredTotals(snapshot, days),
      purchases: await readPurchases(snapshot, days),
      hours: await readHours(snapshot, days),
      countedUntil: await readCountedUntil(snapshot),
    };
  });
}

const CREATIVE_COLUMNS = sql`
  utm_source as source, utm_medium as medium, utm_campaign as campaign, utm_content as content`;

const DAILY_KINDS: readonly string[] = ['visit', ...VISIT_STAGES];

/** `origin` is the key of the creative in `visit_origins`. */
type StoredTotal = Pick<VisitTotal, 'day' | 'kind' | 'label' | 'visits' | 'amount'> & {
  readonly origin: string;
};

async function readStoredTotals(database: Queryable, days: VisitDayRange): Promise<VisitTotal[]> {
  const totals = sql.table('visit_totals');
  const daily = sql.join(DAILY_KINDS.map((kind) => sql.lit(kind)));
  const day = dialectOf(database) === 'sqlite' ? sql`day` : sql`to_char(day, 'YYYY-MM-DD')`;
  const isWithin = sql`day < ${days.until} ${days.from === '' ? sql`` : sql`and day >= ${days.from}`}`;
  const { rows } = await sql<StoredTotal>`
    select ${day} as day, origin, kind, label, visits, amount
    from ${totals} where kind in (${daily}) and ${isWithin}
    union all
    select '' as day, origin, kind, label, sum(visits) as visits, sum(amount) as amount
    from ${totals} where kind not in (${daily}) and ${isWithin}
    group by origin, kind, label`.execute(database);
  const creatives = await readCreatives(database);
  return rows.map(({ origin, visits, amount, ...total }) => ({
    ...total,
    visits: Number(visits),
    amount: Number(amount),
    ...(creatives.get(origin) ?? { source: '', medium: '', campaign: '', content: '' }),
  }));
}

/** Returns the creatives of all visits that were ever counted, as reports group them, by their key. */
export async function readCreatives(database: Queryable): Promise<Map<string, CreativeOrigin>> {
  const { rows } = await sql<CreativeOrigin & { readonly origin: string }>`
    select origin, ${CREATIVE_COLUMNS} from ${sql.table('visit_origins')}`.execute(database);
  return new Map(rows.map(({ origin, ...creative }) => [origin, withReportedUtms(creative)]));
}

async function readPurchases(database: Queryable, days: VisitDayRange): Promise<VisitPurchase[]> {
  const { rows } = await sql<CreativeOrigin & { began_at: number; detail: string }>`
    select ${msOf(database, 'began_at')} as began_at, detail, ${CREATIVE_COLUMNS}
    from ${sql.table('visits')} where purchase and suspect is null`.execute(database);
  return rows
    .filter(({ began_at }) => isInDays(dayOf(Number(began_at)), days))
    .flatMap(({ began_at: _, detail, ...creative }) => {
      const { purchases = {} }: Visit['detail'] = JSON.parse(detail);
      return Object.entries(purchases).map(([transaction, purchase]) => ({
        transaction,
        ...purchase,
        ...withReportedUtms(creative),
      }));
    });
}

async function readHours(database: Queryable, days: VisitDayRange): Promise<ReportVisitHour[]> {
  const ms = msOf(database, 'began_at');
  // An open period is limited, too, because a visitor's clock may claim any year.
  const firstMs = toStoredTime(database, startOfDay(days.from) ?? 0);
  const end = toStoredTime(database, startOfDay(days.until) ?? 0);
  const { rows } = await sql<{ began_at: number; visits: number; with_lead: number }>`
    select ${ms} - ${ms} % ${sql.lit(HOUR_MS)} as began_at, count(*) as visits,
      count(case when lead then 1 end) as with_lead
    from ${sql.table('visits')} where began_at >= ${firstMs} and began_at < ${end} and suspect is null
    group by 1`.execute(database);
  const sumsByHour = new Map<number, Mutable<ReportVisitHour>>();
  for (const { began_at, visits, with_lead } of rows) {
    const hour = Math.floor(msSinceMidnight(Number(began_at)) / HOUR_MS);
    const sum = sumsByHour.get(hour) ?? { hour, visits: 0, with_lead: 0 };
    sum.visits += Number(visits);
    sum.with_lead += Number(with_lead);
    sumsByHour.set(hour, sum);
  }
  return [...sumsByHour.values()].sort((a, b) => a.hour - b.hour);
}

export async function readCountedUntil(database: Queryable): Promise<string | null> {
  const { rows } = await sql<{ ms: number | null }>`
    select ${msOf(database, 'counted_until')} as ms from ${sql.table('visit_progress')}
  `.execute(database);
  const ms = rows[0]?.ms ?? null;
  return ms === null ? null : new Date(Number(ms)).toISOString();
}
