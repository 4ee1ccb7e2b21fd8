import type { WebhookEvent } from '@funil/contract/webhook-events';
import type { Ga4Config } from '../../config/conversions.ts';
import type { KnownVisit } from '../../visits/visit-contexts.ts';
import { type ConversionParts, type Fact, failed, readFact, unneeded } from '../conversion.ts';
import { findVisit, firstReportedAt, wasReported } from '../conversion-history.ts';
import type { Delivery, Destination, Outcome } from '../destination.ts';
import { composeGa4Request, findGa4Obstacle, type Ga4EventName } from './compose.ts';
import { collectAddress, sendToGa4 } from './send.ts';

const NAMES: Partial<Record<WebhookEvent, Ga4EventName>> = {
  'lead.created': 'generate_lead',
  'sale.paid': 'purchase',
  'sale.refunded': 'refund',
  'sale.chargeback': 'refund',
};

const PAID: readonly WebhookEvent[] = ['sale.paid'];
const BACK: readonly WebhookEvent[] = ['sale.refunded', 'sale.chargeback'];

/** Returns the stream of an Analytics tag; null for other tags, which take no events by this protocol. */
export const streamOf = (gtag: string | null): string | null =>
  gtag?.startsWith('G-') ? gtag : null;

/** Returns the destination that reports conversions to Google's Measurement Protocol. */
export function createGa4Destination(parts: ConversionParts<Ga4Config>): Destination {
  const { config, database, now } = parts;

  async function deliver(
    { id, announcement, tries }: Delivery,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const name = NAMES[announcement.type];
    const fact = readFact(announcement);
    if (fact === null || !name) return unneeded('forgotten');
    const site = parts.readSite();
    if (!site.ok) return failed('site.json não pode ser lido.');
    const stream = streamOf(site.facts.tracking.gtag);
    if (stream === null) return unneeded('no-id');
    if (name === 'refund') {
      const ofSale = { destination: 'ga4', subject: announcement.subject };
      if (!(await wasReported(database, { ...ofSale, types: PAID }))) return unneeded('never-told');
      // A sale that is both refunded and disputed counts as one refund.
      if (await wasReported(database, { ...ofSale, types: BACK })) return unneeded('told-before');
    }
    const visit = await findReportable(name, fact, { tries, signal });
    if (visit !== null && 'result' in visit) return visit;
    const reason = findGa4Obstacle(fact, visit, now());
    if (reason !== null) return unneeded(reason);
    // Google deduplicates purchases only.
    const isAgain = name !== 'purchase' && (await firstReportedAt(database, id)) !== null;
    if (isAgain) return unneeded('told-before');
    return sendToGa4(
      collectAddress(config, stream),
      composeGa4Request(name, fact, visit, now()),
      signal,
    );
  }

  /** Returns the visit; null for a refund without one, since its purchase was reported. */
  async function findReportable(
    name: Ga4EventName,
    fact: Fact,
    attempt: { readonly tries: number; readonly signal: AbortSignal },
  ): Promise<KnownVisit | Outcome | null> {
    const found = await findVisit(fact, { database, now, ...attempt });
    switch (found.state) {
      case 'known':
        return found.visit;
      case 'awaited':
        return failed('O evento da visita ainda não chegou.');
      case 'none':
        return name === 'refund' ? null : unneeded('no-visit');
    }
  }

  return {
    name: 'ga4',
    wants: (type) => type === 'lead.created' || (parts.ownsPurchase && NAMES[type] !== undefined),
    concurrency: 16,
    batch: 1,
    rest: 0,
    // The destination worker reports and retries database errors.
    send: ([delivery], signal) => deliver(delivery, signal),
  };
}
