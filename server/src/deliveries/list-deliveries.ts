import type {
  DeliveryAttempt,
  DeliveryItem,
  DeliveryState,
  DestinationQueue,
} from '@funil/contract/deliveries/deliveries';
import type { WebhookEvent } from '@funil/contract/deliveries/webhook-events';
import type { ListPage } from '@funil/contract/list-page';
import { type ExpressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import * as z from 'zod/mini';
import { NOT_TO_OPERATORS } from '../operators/alerts.ts';
import { PUSH_PREFIX } from '../operators/push-devices.ts';
import type { Database, Tables } from '../store/database.ts';
import { createCursor, cursorTime } from '../store/queries/cursor.ts';
import { cutPage, readPages, toPage } from '../store/queries/read-pages.ts';
import { isUuid } from '../store/queries/uuid.ts';
import { findPersonName } from './destination.ts';
import { isDataErased } from './outbox/erase-events.ts';
import { WEB_PAGE_RESPONSE } from './webhooks/judge-response.ts';

export const DELIVERY_CURSOR = createCursor({
  created_at: cursorTime,
  id: z.string().check(z.refine(isUuid)),
});

interface DeliveryPageQuery {
  readonly state?: DeliveryState | undefined;
  readonly destination?: string | undefined;
  readonly subject?: string | undefined;
  readonly after: Parameters<typeof DELIVERY_CURSOR.format>[0] | null;
  readonly limit: number;
}

type DeliveryRow = Omit<DeliveryItem, 'person'>;

/** `response` is the last attempt's; null without an attempt. */
export type ListedDelivery = DeliveryRow & { readonly response: string | null };

function toDeliveryItem({ data, ...row }: DeliveryRow & { readonly data: string }): DeliveryItem {
  return { ...row, person: isDataErased(data) ? null : findPersonName({ data: JSON.parse(data) }) };
}

const selectDeliveries = (database: Database) =>
  database
    .selectFrom('deliveries')
    .innerJoin('outbox_events', 'outbox_events.number', 'deliveries.event_number')
    .where(NOT_TO_OPERATORS)
    .select(['deliveries.id', 'type', 'destination', 'deliveries.subject', 'state', 'outcome'])
    .select(['attempts', 'deliveries.created_at', 'due_at', 'ended_at'])
    .$narrowType<{ type: WebhookEvent }>();

/** The state is a literal, because the partial indexes match no bound parameter. */
const isInState = (state: DeliveryState | null) => sql<SqlBool>`state = ${sql.lit(state)}`;

export async function listDeliveryPage(
  database: Database,
  pageQuery: DeliveryPageQuery,
): Promise<ListPage<DeliveryItem>> {
  const { state = null, destination = null, subject = null, after, limit } = pageQuery;
  const rows = await selectDeliveries(database)
    .select('data')
    .$if(state !== null, (query) => query.where(isInState(state)))
    .$if(destination !== null, (query) => query.where('destination', '=', destination))
    .$if(subject !== null, (query) => query.where('outbox_events.subject', '=', subject))
    .$if(after !== null, (query) =>
      query.where(
        sql<SqlBool>`(deliveries.created_at, deliveries.id) < (${after?.created_at}, ${after?.id})`,
      ),
    )
    .orderBy('deliveries.created_at', 'desc')
    .orderBy('deliveries.id', 'desc')
    .limit(limit + 1)
    .execute();
  const { items, next } = cutPage(rows, limit);
  return { items: items.map(toDeliveryItem), next: next && DELIVERY_CURSOR.format(next) };
}

export async function findDelivery(database: Database, id: string): Promise<DeliveryItem | null> {
  const query = selectDeliveries(database).select('data').where('deliveries.id', '=', id);
  const row = await query.executeTakeFirst();
  return row ? toDeliveryItem(row) : null;
}

export interface DeliveryFilter {
  readonly since: string | null;
  /** Null: all destinations. */
  readonly destination: string | null;
  readonly states: readonly DeliveryState[];
}

const selectLastResponse = (query: ExpressionBuilder<Tables, 'deliveries'>) =>
  query
    .selectFrom('delivery_attempts')
    .select('response')
    .whereRef('delivery', '=', 'deliveries.id')
    .orderBy('delivery_attempts.number', 'desc')
    .limit(1)
    .as('response');

const DELIVERIES_PER_READ = 200;

export const readDeliveries = (
  database: Database,
  { since, destination, states }: DeliveryFilter,
) =>
  readPages(async (last: { readonly event_number: number; readonly id: string } | null) => {
    const rows = await selectDeliveries(database)
      .select('event_number')
      .select(selectLastResponse)
      .$if(states.length > 0, (query) => query.where('state', 'in', states))
      .$if(since !== null, (query) => query.where('outbox_events.created_at', '>=', since))
      .$if(destination !== null, (query) => query.where('destination', '=', destination))
      .$if(last !== null, (query) =>
        query.where(
          sql<SqlBool>`(event_number, deliveries.id) > (${last?.event_number}, ${last?.id})`,
        ),
      )
      .orderBy('event_number')
      .orderBy('id')
      .limit(DELIVERIES_PER_READ)
      .execute();
    const items = rows.map(({ event_number: _, ...delivery }) => delivery);
    return { items, next: toPage(rows, DELIVERIES_PER_READ).next };
  });

/** Counts the deliveries of each destination, also of removed ones, but not of operators' devices. */
export async function readQueueStatus(database: Database): Promise<DestinationQueue[]> {
  const destinations = await database
    .selectFrom('destinations')
    .select(['name', 'off_at', 'off_reason'])
    .where('name', 'not like', `${PUSH_PREFIX}%`)
    .orderBy('name')
    .execute();
  const selectState = (state: DeliveryState) =>
    database.selectFrom('deliveries').where(isInState(state));
  const failingDeliveries = selectState('waiting').where('attempts', '>', 0);
  const waitingByName = await countByDestination(selectState('waiting'));
  const failingByName = await countByDestination(failingDeliveries);
  const deadByName = await countByDestination(selectState('dead'));
  const queues: DestinationQueue[] = [];
  for (const { name, off_at, off_reason } of destinations) {
    const lastDelivered = await selectState('delivered')
      .select('ended_at')
      .select(selectLastResponse)
      .where('destination', '=', name)
      .orderBy('event_number', 'desc')
      .limit(1)
      .executeTakeFirst();
    const oldestFailing = await failingDeliveries
      .select('outcome')
      .where('destination', '=', name)
      .orderBy('event_number')
      .limit(1)
      .executeTakeFirst();
    queues.push({
      destination: name,
      waiting: waitingByName.get(name)?.count ?? 0,
      failing: failingByName.get(name)?.count ?? 0,
      failing_since: failingByName.get(name)?.since ?? null,
      failing_until: failingByName.get(name)?.until ?? null,
      failure: oldestFailing?.outcome ?? null,
      dead: deadByName.get(name)?.count ?? 0,
      dead_until: deadByName.get(name)?.until ?? null,
      delivered_at: lastDelivered?.ended_at ?? null,
      answers_with_page: lastDelivered?.response === WEB_PAGE_RESPONSE,
      off_reason: off_at === null ? null : (off_reason ?? 'removed'),
    });
  }
  return queues;
}

async function countByDestination(deliveries: SelectQueryBuilder<Tables, 'deliveries', object>) {
  const rows = await deliveries
    .select(({ fn }) => [
      'destination',
      fn.countAll<number>().as('count'),
      fn.min('created_at').as('since'),
      fn.max('created_at').as('until'),
    ])
    .groupBy('destination')
    .execute();
  return new Map(rows.map((row) => [row.destination, row]));
}

export interface ListedAttempt extends DeliveryAttempt {
  readonly delivery: string;
  readonly type: WebhookEvent;
  readonly state: DeliveryState;
}

export function readAttempts(
  database: Database,
  filter: { readonly destination: string } | { readonly delivery: string },
  limit: number,
): Promise<ListedAttempt[]> {
  return database
    .selectFrom('delivery_attempts')
    .innerJoin('deliveries', 'deliveries.id', 'delivery_attempts.delivery')
    .innerJoin('outbox_events', 'outbox_events.number', 'deliveries.event_number')
    .select(['tried_at', 'duration_ms', 'status', 'response', 'delivery', 'type', 'state'])
    .where(NOT_TO_OPERATORS)
    .where(({ eb }) =>
      'delivery' in filter
        ? eb('delivery', '=', filter.delivery)
        : eb('destination', '=', filter.destination),
    )
    .orderBy('delivery_attempts.number', 'desc')
    .limit(limit)
    .$narrowType<{ type: WebhookEvent }>()
    .execute();
}
