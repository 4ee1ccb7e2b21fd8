import { createHash } from 'node:crypto';
import { UTM_FIELDS } from '@funil/contract/capture/utm';
import type { SkipReason } from '@funil/contract/deliveries/deliveries';
import type { WebhookEvent } from '@funil/contract/deliveries/webhook-events';
import { HOUR_MS } from '@funil/contract/durations';
import { sanitizeText } from '@funil/contract/sanitize';
import { AT_SIGN_PATTERN } from '@funil/contract/visits/tracked-events';
import type { StoredVisitContext } from '../../visits/visit-contexts.ts';
import type {
  Conversion,
  ConversionContext,
  LeadConversion,
  SaleConversion,
} from '../conversions.ts';

/** Google silently drops events older than 72 h; the attempt may take an hour. */
const MAX_GA4_EVENT_AGE_MS = 71 * HOUR_MS;
const MAX_GA4_VALUE_LENGTH = 100;

export const GA4_EVENTS: Partial<Record<WebhookEvent, 'generate_lead' | 'purchase' | 'refund'>> = {
  'lead.created': 'generate_lead',
  'sale.paid': 'purchase',
  'sale.refunded': 'refund',
  'sale.chargeback': 'refund',
};

export async function findGa4SkipReason(context: ConversionContext): Promise<SkipReason | null> {
  const { conversion, visit, reportedAt, isReported, now } = context;
  const name = GA4_EVENTS[conversion.type];
  if (name === 'refund') {
    if (!(await isReported('sale.paid'))) return 'never-sent';
    // A sale that was refunded and then disputed counts as one refund.
    if (await isReported('sale.refunded', 'sale.chargeback')) return 'sent-before';
  } else if (visit === null) return 'no-visit';
  if (now - conversion.at > MAX_GA4_EVENT_AGE_MS) return 'too-old';
  if (conversion.kind === 'lead') {
    if (conversion.suspect !== null) return 'suspect';
    if (visit?.gtag) return 'sent-by-browser';
  } else {
    // Google counts all purchases without an id as one.
    if (conversion.transaction === '' || conversion.transaction.length > MAX_GA4_VALUE_LENGTH)
      return 'no-transaction';
    if (conversion.value_cents === null) return 'no-value';
  }
  // Google deduplicates purchases only.
  return reportedAt !== null && name !== 'purchase' ? 'sent-before' : null;
}

/** Returns a client id in gtag's format, the same for a lead and its sales. */
function makeClientId(leadRef: string): string {
  const digest = createHash('sha256').update(leadRef).digest();
  return `${digest.readUInt32BE(0)}.${digest.readUInt32BE(4)}`;
}

/** Returns the UTM values without those that contain an e-mail address, because Google forbids personal data. */
const utmsWithoutEmails = (conversion: LeadConversion) =>
  Object.fromEntries(
    UTM_FIELDS.flatMap((name) => {
      const value = conversion[name];
      return value === '' || AT_SIGN_PATTERN.test(value)
        ? []
        : [[name, sanitizeText(value, MAX_GA4_VALUE_LENGTH)]];
    }),
  );

function toPurchaseParams({ transaction, value_cents, currency, product }: SaleConversion) {
  const value = (value_cents ?? 0) / 100;
  const item = sanitizeText(product, MAX_GA4_VALUE_LENGTH) || 'produto';
  return {
    transaction_id: transaction,
    value,
    currency,
    items: [{ item_id: item, item_name: item, price: value, quantity: 1 }],
  };
}

/**
 * Composes a request without personal data. Gtag's ids make Google add the event to the visit.
 * https://developers.google.com/analytics/devguides/collection/protocol/ga4/reference
 * @param visit null if it was erased
 */
export function composeGa4Request(
  conversion: Conversion,
  visit: StoredVisitContext | null,
  now = conversion.at,
) {
  const params =
    conversion.kind === 'lead'
      ? { currency: 'BRL', value: 0, ...utmsWithoutEmails(conversion) }
      : toPurchaseParams(conversion);
  const session = visit?.session_id;
  return {
    client_id: visit?.client_id ?? makeClientId(conversion.lead_ref ?? ''),
    timestamp_micros: Math.min(conversion.at, now) * 1_000,
    // Visitors who refused have no stored context.
    consent: { ad_user_data: 'GRANTED', ad_personalization: 'GRANTED' },
    events: [
      {
        name: GA4_EVENTS[conversion.type],
        params: { ...params, ...(session && { session_id: session }), engagement_time_msec: 1 },
      },
    ],
  };
}
