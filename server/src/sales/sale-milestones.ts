import { DAY_MS } from '@funil/contract/durations';
import type { Kysely } from 'kysely';
import type { Tables } from '../store/database.ts';
import type { SaleMilestone } from '../store/delivery-tables.ts';
import type { Notice, NoticeKind } from './notice.ts';
import type { ReducedSale } from './reduce-sale.ts';

interface Named {
  readonly platform: string;
  readonly sale: ReducedSale;
  readonly received: ReceivedAt;
}

/** When the first notice of each kind came: ISO times in UTC. */
export type ReceivedAt = ReadonlyMap<NoticeKind, string>;

export function receivedAt(
  notices: readonly { readonly notice: Pick<Notice, 'kind'>; readonly receivedAt: string }[],
): ReceivedAt {
  const first = new Map<NoticeKind, string>();
  for (const { notice, receivedAt: at } of notices) {
    const known = first.get(notice.kind);
    if (known === undefined || at < known) first.set(notice.kind, at);
  }
  return first;
}

/** A notice that comes so long after the fact, in ms, is history that a seller sends again. */
const LATE_AFTER_MS = 2 * DAY_MS;

/** Whether a milestone's notice came too late to be news. A payment whose own notice was lost came with its refund. */
export function isLate({ state, happened_at }: Milestone, received: ReceivedAt): boolean {
  const kinds = [state, 'refunded', 'chargeback'] as const;
  const came = kinds.map((kind) => received.get(kind)).find((at) => at !== undefined);
  return came !== undefined && Date.parse(came) - Date.parse(happened_at) > LATE_AFTER_MS;
}

interface Milestone {
  readonly state: SaleMilestone;
  readonly happened_at: string;
}

/** States that are told outside and that a sale has been in, in their order; those of tests tell nothing. */
function milestonesOf({ row, isRefunded }: ReducedSale): Milestone[] {
  if (row.is_test) return [];
  // A partial refund leaves the sale paid.
  const refunded = isRefunded ? row.refunded_at : null;
  const { pending_at: pending, paid_at: paid, chargeback_at: chargeback } = row;
  const all = { pending, paid, refunded, chargeback };
  return Object.entries(all).flatMap(([state, happened_at]) =>
    happened_at === null ? [] : [{ state: state as SaleMilestone, happened_at }],
  );
}

/** Of a sale's milestones those that are news: an opened payment is none once more has become of the sale. */
export function newMilestones(sale: ReducedSale, known: ReadonlySet<SaleMilestone>): Milestone[] {
  return milestonesOf(sale).filter(
    ({ state }) => !known.has(state) && (state !== 'pending' || known.size === 0),
  );
}

/** Keeps when sales first came into each state, in the order of its becoming known, to be told once. */
export async function storeMilestones(
  database: Kysely<Tables>,
  sales: readonly Named[],
): Promise<void> {
  const told = sales.filter(({ sale }) => milestonesOf(sale).length > 0);
  if (told.length === 0) return;
  const stored = await database
    .selectFrom('sale_milestones')
    .select(['platform', 'sale_key', 'state'])
    .where(
      'sale_key',
      'in',
      told.map(({ sale }) => sale.row.sale_key),
    )
    .execute();
  const bySale = Map.groupBy(stored, ({ platform, sale_key }) => `${platform} ${sale_key}`);
  const rows = told.flatMap(({ platform, sale, received }) => {
    const known = bySale.get(`${platform} ${sale.row.sale_key}`) ?? [];
    const news = newMilestones(sale, new Set(known.map(({ state }) => state)));
    return news.map((milestone) => ({
      ...{ platform, sale_key: sale.row.sale_key, ...milestone },
      is_late: isLate(milestone, received) ? 1 : 0,
    }));
  });
  if (rows.length > 0) await database.insertInto('sale_milestones').values(rows).execute();
}
