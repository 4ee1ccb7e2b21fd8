import { createHash } from 'node:crypto';
import type { WebhookEvent } from '@funil/contract/webhook-events';
import type { RowNumbers } from '../../store/delivery-tables.ts';
import type { Destination } from '../destination.ts';
import { readDestinations } from '../registry.ts';
import type { Source } from './progress.ts';
import type { NewEvent, Step } from './scan.ts';

const subscribesTo = (
  { after, wants, wantsLate }: Subscriber,
  { type, number, isLate }: NewEvent,
) => number > after && wants(type) && (wantsLate || !isLate);

/**
 * Stores events that have a subscriber, with one delivery per subscriber; events that are stored already are
 * skipped.
 * @param now ISO time in UTC
 * @returns destinations with new deliveries
 */
export async function storeEvents(
  { step }: Step,
  events: readonly NewEvent[],
  subscribers: readonly Subscriber[],
  now: string,
): Promise<ReadonlySet<string>> {
  const wanted = events.filter((one) =>
    subscribers.some((subscriber) => subscribesTo(subscriber, one)),
  );
  if (wanted.length === 0) return new Set();
  const added = await step
    .insertInto('announcements')
    .values(
      wanted.map(({ type, subject, happenedAt, data, phoneKey, emailKey }) => ({
        type,
        subject,
        happened_at: happenedAt,
        data: JSON.stringify(data),
        phone_key: phoneKey,
        email_key: emailKey,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['number', 'type', 'subject'])
    .execute();
  const byName = new Map(wanted.map((one) => [`${one.type} ${one.subject}`, one]));
  const deliveries = added
    .toSorted((a, b) => a.number - b.number)
    .flatMap(({ number, type, subject }) => {
      const one = byName.get(`${type} ${subject}`);
      const subscribed = one
        ? subscribers.filter((subscriber) => subscribesTo(subscriber, one))
        : [];
      return subscribed.map(({ name }) => ({
        id: deliveryId(name, type, subject),
        announcement: number,
        destination: name,
        subject,
        due_at: now,
      }));
    });
  if (deliveries.length > 0) {
    await step
      .insertInto('deliveries')
      .values(deliveries)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return new Set(deliveries.map(({ destination }) => destination));
}

/** An enabled destination. */
export interface Subscriber {
  readonly name: string;
  /** It subscribes to rows with greater numbers. */
  readonly after: number;
  readonly wantsLate: boolean;
  wants(type: WebhookEvent): boolean;
}

type SubscribedSource = Source | 'erasures';

/** The column that holds after which row of a source a destination's subscription starts. */
export const STARTS_AFTER: Readonly<Record<SubscribedSource, keyof RowNumbers>> = {
  leads: 'leads_after',
  applications: 'applications_after',
  drafts: 'drafts_after',
  abandoned: 'drafts_after',
  sales: 'sales_after',
  erasures: 'erasures_after',
};

/** The destinations that this process knows, by name. */
export type KnownDestinations = ReadonlyMap<string, Pick<Destination, 'wants' | 'wantsLate'>>;

/**
 * Returns the subscribers of a source, locked until the transaction ends, so that disabling one afterwards
 * cancels the deliveries stored here. Call it after reading the rows, so that no destination older than a row
 * is missing. Null if a destination was added that this process does not know yet.
 */
export async function readSubscribers(
  { step }: Step,
  { known, source }: { readonly known: KnownDestinations; readonly source: SubscribedSource },
): Promise<Subscriber[] | null> {
  const subscribers: Subscriber[] = [];
  for (const { name, after } of await readDestinations(step, true)) {
    const destination = known.get(name);
    if (!destination) return null;
    const { wantsLate = true } = destination;
    subscribers.push({
      name,
      after: after[STARTS_AFTER[source]],
      wantsLate,
      wants: (type) => destination.wants(type),
    });
  }
  return subscribers;
}

/**
 * Returns a delivery's id: a UUID of version 8, derived from its contents. An event found again after a crash,
 * or in a restored database, is delivered under the same id.
 */
function deliveryId(destination: string, type: string, subject: string): string {
  const digits = createHash('sha256')
    .update(JSON.stringify([destination, type, subject]))
    .digest('hex');
  const variant = ((Number.parseInt(digits.slice(16, 17), 16) & 3) | 8).toString(16);
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    variant + digits.slice(17, 20),
    digits.slice(20, 32),
  ].join('-');
}
