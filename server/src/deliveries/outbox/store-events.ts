import { createHash } from 'node:crypto';
import type { WebhookEvent } from '@funil/contract/webhook-events';
import type { RowNumbers } from '../../store/row-numbers.ts';
import { inFunil } from '../../store/sales-tables.ts';
import type { Destination } from '../destination.ts';
import { readDestinations } from '../registry.ts';
import type { Source } from './progress.ts';
import type { News, Step } from './scan.ts';

const listensTo = ({ after, wants, wantsLate }: Listener, { type, number, isLate }: News) =>
  number > after && wants(type) && (wantsLate || !isLate);

/**
 * Stores news that somebody wants, with a delivery for each who does; what was announced before is passed
 * over.
 * @param now ISO time in UTC
 * @returns the destinations that have something new
 */
export async function announce(
  { step, dialect }: Step,
  news: readonly News[],
  listeners: readonly Listener[],
  now: string,
): Promise<ReadonlySet<string>> {
  const wanted = news.filter((one) => listeners.some((listener) => listensTo(listener, one)));
  if (wanted.length === 0) return new Set();
  const funil = inFunil(step, dialect);
  const added = await funil
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
      const listening = one ? listeners.filter((listener) => listensTo(listener, one)) : [];
      return listening.map(({ name }) => ({
        id: deliveryId(name, type, subject),
        announcement: number,
        destination: name,
        subject,
        due_at: now,
      }));
    });
  if (deliveries.length > 0) {
    await funil
      .insertInto('deliveries')
      .values(deliveries)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return new Set(deliveries.map(({ destination }) => destination));
}

/** A destination that is on. */
export interface Listener {
  readonly name: string;
  /** It hears of rows with greater numbers. */
  readonly after: number;
  readonly wantsLate: boolean;
  wants(type: WebhookEvent): boolean;
}

type ListenedSource = Source | 'erasures';

/** Where a destination says after which row of a source it begins. */
export const HEARD_AFTER: Readonly<Record<ListenedSource, keyof RowNumbers>> = {
  leads: 'leads_after',
  applications: 'applications_after',
  drafts: 'drafts_after',
  abandoned: 'drafts_after',
  sales: 'sales_after',
  erasures: 'erasures_after',
};

/** Destinations that are known to this process, by name. */
export type Known = ReadonlyMap<string, Pick<Destination, 'wants' | 'wantsLate'>>;

/**
 * Who listens, until the transaction ends: whoever is switched off meanwhile has what is announced canceled.
 * To be asked after the rows are read: whoever was there before a row is among them.
 * @returns null: one was added that this process does not know yet
 */
export async function readListeners(
  { step, dialect }: Step,
  { known, source }: { readonly known: Known; readonly source: ListenedSource },
): Promise<Listener[] | null> {
  const listeners: Listener[] = [];
  for (const { name, after } of await readDestinations(step, dialect, true)) {
    const destination = known.get(name);
    if (!destination) return null;
    const { wantsLate = true } = destination;
    listeners.push({
      name,
      after: after[HEARD_AFTER[source]],
      wantsLate,
      wants: (type) => destination.wants(type),
    });
  }
  return listeners;
}

/**
 * The id of a delivery: a UUID of version 8, made of what it is. What is found again after a crash of the
 * machine, or in a database put back from a copy, goes out under the id it had.
 */
export function deliveryId(destination: string, type: string, subject: string): string {
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
