import { inFunil } from '../../store/funil-tables.ts';
import { deliveryId } from '../delivery-id.ts';
import type { Listener } from './listeners.ts';
import type { News } from './news.ts';
import type { Step } from './step.ts';

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
