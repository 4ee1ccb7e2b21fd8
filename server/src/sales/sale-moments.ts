import { DAY_MS } from '@funil/contract/durations';
import type { Kysely } from 'kysely';
import type { Tables } from '../store/database.ts';
import type { SaleMoment } from '../store/delivery-tables.ts';
import type { Notice, NoticeKind } from './notice.ts';
import type { Sale } from './reduce-sale.ts';

interface Named {
  readonly platform: string;
  readonly sale: Sale;
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
const LATE = 2 * DAY_MS;

/** Whether a moment's notice came too late to be news. A payment whose own notice was lost came with its refund. */
export function isLate({ moment, happened_at }: Moment, received: ReceivedAt): boolean {
  const kinds = [moment, 'refunded', 'chargeback'] as const;
  const came = kinds.map((kind) => received.get(kind)).find((at) => at !== undefined);
  return came !== undefined && Date.parse(came) - Date.parse(happened_at) > LATE;
}

interface Moment {
  readonly moment: SaleMoment;
  readonly happened_at: string;
}

/** States that are told outside and that a sale has been in, in their order; those of tests tell nothing. */
export function momentsOf(sale: Sale): Moment[] {
  if (sale.isTest) return [];
  const { pendingAt, paidAt, chargebackAt } = sale;
  // A partial refund leaves the sale paid.
  const refunded = sale.isRefunded ? sale.refundedAt : null;
  const all = { pending: pendingAt, paid: paidAt, refunded, chargeback: chargebackAt };
  return Object.entries(all).flatMap(([moment, happened_at]) =>
    happened_at === null ? [] : [{ moment: moment as SaleMoment, happened_at }],
  );
}

/** Of a sale's moments those that are news: an opened payment is none once more has become of the sale. */
export function newMoments(sale: Sale, known: ReadonlySet<SaleMoment>): Moment[] {
  return momentsOf(sale).filter(
    ({ moment }) => !known.has(moment) && (moment !== 'pending' || known.size === 0),
  );
}

/** Keeps when sales first came into each state, in the order of its becoming known, to be told once. */
export async function keepMoments(
  database: Kysely<Tables>,
  sales: readonly Named[],
): Promise<void> {
  const told = sales.filter(({ sale }) => momentsOf(sale).length > 0);
  if (told.length === 0) return;
  const stored = await database
    .selectFrom('sale_moments')
    .select(['platform', 'sale_key', 'moment'])
    .where(
      'sale_key',
      'in',
      told.map(({ sale }) => sale.saleKey),
    )
    .execute();
  const bySale = Map.groupBy(stored, ({ platform, sale_key }) => `${platform} ${sale_key}`);
  const rows = told.flatMap(({ platform, sale, received }) => {
    const known = bySale.get(`${platform} ${sale.saleKey}`) ?? [];
    const news = newMoments(sale, new Set(known.map(({ moment }) => moment)));
    return news.map((moment) => ({
      ...{ platform, sale_key: sale.saleKey, ...moment },
      is_late: isLate(moment, received) ? 1 : 0,
    }));
  });
  if (rows.length > 0) await database.insertInto('sale_moments').values(rows).execute();
}
