import { createHash } from 'node:crypto';
import { HOUR_MS } from '@funil/contract/durations';
import { fitText } from '@funil/contract/fit';
import { UTM_FIELDS } from '@funil/contract/utm';
import type { WebhookEvent } from '@funil/contract/webhook-events';
import type { StoredVisitContext } from '../../visits/visit-contexts.ts';
import type { Conversion, Fact, LeadFact, Reason, SaleFact } from '../conversion.ts';

/** Google takes nothing older than 72 h, and says nothing of it; less what a try takes. */
const MAX_EVENT_AGE_MS = 72 * HOUR_MS - HOUR_MS;
/** Longest value of a parameter, in characters. */
const VALUE_LENGTH = 100;

/** Google's names of the events that it is told. */
export const GA4_EVENTS: Partial<Record<WebhookEvent, 'generate_lead' | 'purchase' | 'refund'>> = {
  'lead.created': 'generate_lead',
  'sale.paid': 'purchase',
  'sale.refunded': 'refund',
  'sale.chargeback': 'refund',
};

/** Returns why an event is not to be sent; null: it is. */
export function findGa4Obstacle({ fact, visit, reportedAt, now }: Conversion): Reason | null {
  const name = GA4_EVENTS[fact.type];
  // The purchase of a refund was reported, so a refund needs no visit.
  if (visit === null && name !== 'refund') return 'no-visit';
  if (now - fact.at > MAX_EVENT_AGE_MS) return 'too-old';
  if (fact.kind === 'lead') {
    if (fact.suspect?.includes('honeypot')) return 'suspect';
    if (visit?.gtag) return 'told-by-browser';
  } else {
    // Google takes all purchases without an id for one.
    if (fact.transaction === '' || fact.transaction.length > VALUE_LENGTH) return 'no-transaction';
    if (fact.value_cents === null) return 'no-value';
  }
  // Google deduplicates purchases only.
  return reportedAt !== null && name !== 'purchase' ? 'told-before' : null;
}

/** A browser's id in gtag's form, for one that gtag never named: the same for a lead and its sales. */
function makeClientId(leadRef: string): string {
  const digest = createHash('sha256').update(leadRef).digest();
  return `${digest.readUInt32BE(0)}.${digest.readUInt32BE(4)}`;
}

/** UTMs as the page's own gtag tells them, none with an e-mail address. */
const utmsOf = (fact: LeadFact) =>
  Object.fromEntries(
    UTM_FIELDS.flatMap((name) => {
      const value = fact[name];
      return value === '' || value.includes('@') ? [] : [[name, fitText(value, VALUE_LENGTH)]];
    }),
  );

function purchaseOf({ transaction, value_cents, currency, product }: SaleFact) {
  const value = (value_cents ?? 0) / 100;
  const item = fitText(product, VALUE_LENGTH) || 'produto';
  return {
    transaction_id: transaction,
    value,
    currency,
    items: [{ item_id: item, item_name: item, price: value, quantity: 1 }],
  };
}

/**
 * A request of the Measurement Protocol with one event. With gtag's ids of browser and visit it belongs to
 * that visit, and has its source. Never who the visitor is.
 * @param visit null: nothing is kept of it any more
 * @param now in ms since 1970: a platform's clock that is ahead must not put an event into the future
 * Source: https://developers.google.com/analytics/devguides/collection/protocol/ga4/reference
 */
export function composeGa4Request(fact: Fact, visit: StoredVisitContext | null, now = fact.at) {
  const params =
    fact.kind === 'lead' ? { currency: 'BRL', value: 0, ...utmsOf(fact) } : purchaseOf(fact);
  const session = visit?.session_id;
  return {
    client_id: visit?.client_id ?? makeClientId(fact.lead_ref ?? ''),
    timestamp_micros: Math.min(fact.at, now) * 1_000,
    // Whoever refused has no visit here: their sales are not told either.
    consent: { ad_user_data: 'GRANTED', ad_personalization: 'GRANTED' },
    events: [
      {
        name: GA4_EVENTS[fact.type],
        params: { ...params, ...(session && { session_id: session }), engagement_time_msec: 1 },
      },
    ],
  };
}
