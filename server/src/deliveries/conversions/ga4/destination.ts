import type { WebhookEvent } from '@funil/contract/webhook-events';
import type { Ga4Config } from '../../../config/conversions.ts';
import type { KnownVisit } from '../../../visits/visit-contexts.ts';
import type { Delivery, Destination, Outcome } from '../../destination.ts';
import { type Fact, readFact } from '../fact.ts';
import { findVisit } from '../find-visit.ts';
import { failed, unneeded } from '../outcomes.ts';
import { type ConversionParts, PATIENCE } from '../parts.ts';
import { postJson } from '../post-json.ts';
import { isTold, toldBefore } from '../told-before.ts';
import { type Ga4EventName, makeRequest, whyNot } from './event.ts';

const NAMES: Partial<Record<WebhookEvent, Ga4EventName>> = {
  'lead.created': 'generate_lead',
  'sale.paid': 'purchase',
  'sale.refunded': 'refund',
  'sale.chargeback': 'refund',
};

const PAID: readonly WebhookEvent[] = ['sale.paid'];
const BACK: readonly WebhookEvent[] = ['sale.refunded', 'sale.chargeback'];

/** Only tags of Analytics take events by this protocol. */
export const streamOf = (gtag: string | null): string | null =>
  gtag?.startsWith('G-') ? gtag : null;

/**
 * Where a stream's events go; the address holds the secret.
 * @param path `/debug/mp/collect` says what is wrong with an event, and counts it nowhere
 */
export const collectAddress = (
  { apiUrl, apiSecret }: Ga4Config,
  stream: string,
  path: '/mp/collect' | '/debug/mp/collect' = '/mp/collect',
): string =>
  `${apiUrl}${path}?measurement_id=${stream}&api_secret=${encodeURIComponent(apiSecret)}`;

/** Google's Measurement Protocol. */
export function createGa4(parts: ConversionParts<Ga4Config>): Destination {
  const { config, database, now } = parts;

  async function tell(
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
      if (!(await isTold(database, { ...ofSale, types: PAID }))) return unneeded('never-told');
      // Given back and disputed too, the money goes back once.
      if (await isTold(database, { ...ofSale, types: BACK })) return unneeded('told-before');
    }
    const visit = await findTellable(name, fact, { tries, signal });
    if (visit !== null && 'result' in visit) return visit;
    const reason = whyNot(fact, visit, now());
    if (reason !== null) return unneeded(reason);
    // Of all events Google knows purchases alone by an id.
    const isAgain = name !== 'purchase' && (await toldBefore(database, id)) !== null;
    if (isAgain) return unneeded('told-before');
    const posted = await postJson(
      collectAddress(config, stream),
      makeRequest(name, fact, visit, now()),
      {
        patience: PATIENCE,
        signal,
      },
    );
    if (!posted.ok) return failed(`Sem resposta (${posted.code}).`);
    const { status, text, retryAfter } = posted.answer;
    if (status >= 200 && status < 300) return { result: 'delivered', status, answer: text };
    // What is too large or no request at all would be so each time.
    if (status === 400 || status === 413) return { result: 'refused', status, answer: text };
    const wish = retryAfter === null ? {} : { retryAfter };
    return { result: 'failed', status, answer: text, ...wish };
  }

  /** The visit; null: a refund, whose purchase was told, needs none. */
  async function findTellable(
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
    // Trouble with the database is the lane's to tell: it is tried again.
    send: ([delivery], signal) => tell(delivery, signal),
  };
}
