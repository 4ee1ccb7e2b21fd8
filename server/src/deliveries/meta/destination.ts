import type { MetaConfig } from '../../config/conversions.ts';
import { type ConversionParts, failed, readFact, unneeded } from '../conversion.ts';
import { findVisit, firstReportedAt } from '../conversion-history.ts';
import type { Delivery, Destination, Outcome } from '../destination.ts';
import {
  composeMetaEvent,
  composeMetaRequest,
  findMetaObstacle,
  MAX_DUPLICATE_AGE_MS,
} from './compose.ts';
import { eventsAddress, sendToMeta } from './send.ts';

/** Returns the destination that reports conversions to Meta's Conversions API. */
export function createMetaDestination(parts: ConversionParts<MetaConfig>): Destination {
  const { config, database, now } = parts;

  async function deliver(
    { id, announcement, tries }: Delivery,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const fact = readFact(announcement);
    if (fact === null) return unneeded('forgotten');
    const site = parts.readSite();
    if (!site.ok) return failed('site.json não pode ser lido.');
    const { pixel } = site.facts.tracking;
    if (pixel === null) return unneeded('no-id');
    const found = await findVisit(fact, { database, now, tries, signal });
    if (found.state === 'none') return unneeded('no-visit');
    if (found.state === 'awaited') return failed('O evento da visita ainda não chegou.');
    const { visit } = found;
    const reason = findMetaObstacle({ fact, visit, now: now() });
    if (reason !== null) return unneeded(reason);
    const before = await firstReportedAt(database, id);
    if (before !== null && now() - before > MAX_DUPLICATE_AGE_MS) return unneeded('told-before');
    const isLead = announcement.type === 'lead.created';
    const event = composeMetaEvent({ fact, isLead, visit, url: site.facts.url, now: now() });
    return sendToMeta(eventsAddress(config, pixel), composeMetaRequest(config, event), signal);
  }

  return {
    name: 'meta',
    wants: (type) =>
      type === 'lead.created' ||
      type === 'application.created' ||
      (parts.ownsPurchase && type === 'sale.paid'),
    concurrency: 16,
    batch: 1,
    rest: 0,
    // The destination worker reports and retries database errors.
    send: ([delivery], signal) => deliver(delivery, signal),
  };
}
