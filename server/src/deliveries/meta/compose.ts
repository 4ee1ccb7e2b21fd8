import { createHash } from 'node:crypto';
import { HOUR_MS } from '@funil/contract/durations';
import type { MetaConfig } from '../../config/conversions.ts';
import type { Conversion, Customer, Fact, Reason } from '../conversion.ts';
import { isPublicAddress } from '../public-address.ts';

/** Meta takes nothing older than 7 days, and refuses the whole request for it; less what a try takes. */
const MAX_EVENT_AGE_MS = 7 * 24 * HOUR_MS - HOUR_MS;
/** Meta knows the browser's twin for 48 h; later it would count once more. */
const MAX_DUPLICATE_AGE_MS = 48 * HOUR_MS - HOUR_MS;

/** Returns why an event is not to be sent; null: it is. */
export function findMetaSkipReason({ fact, visit, reportedAt, now }: Conversion): Reason | null {
  if (visit === null) return 'no-visit';
  if (fact.kind === 'lead' && fact.suspect?.includes('honeypot')) return 'suspect';
  if (now - fact.at > (visit.fbq ? MAX_DUPLICATE_AGE_MS : MAX_EVENT_AGE_MS)) return 'too-old';
  if (fact.kind === 'lead' && visit.other_form) return 'told-by-other-form';
  if (visit.userAgent === null) return 'no-user-agent';
  if (fact.kind === 'sale' && fact.transaction === '') return 'no-transaction';
  if (fact.kind === 'sale' && fact.value_cents === null) return 'no-value';
  return reportedAt !== null && now - reportedAt > MAX_DUPLICATE_AGE_MS ? 'told-before' : null;
}

/**
 * The server's copy of what the page's pixel tells, under the same name and id.
 * Source: https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/server-event
 */
export function composeMetaEvent({
  fact,
  visit,
  url,
  now,
}: Pick<Conversion, 'fact' | 'visit' | 'now'> & { readonly url: string }) {
  const { address, userAgent, fbc, fbp, page_location } = visit ?? {};
  return {
    event_name: fact.kind === 'sale' ? 'Purchase' : 'Lead',
    event_time: Math.floor(Math.min(fact.at, now) / 1_000),
    event_id: fact.kind === 'sale' ? fact.transaction : (fact.lead_ref ?? ''),
    action_source: 'website',
    event_source_url: page_location ?? url,
    user_data: {
      ...hashPerson(fact.customer, fact.lead_ref ?? ''),
      ...(address && isPublicAddress(address) && { client_ip_address: address }),
      client_user_agent: userAgent ?? '',
      ...(fbc && { fbc }),
      ...(fbp && { fbp }),
    },
    custom_data: moneyOf(fact),
  };
}
export type MetaEvent = ReturnType<typeof composeMetaEvent>;

/** Returns Meta's request body: one event each, so that a refused event rejects no other. */
export const composeMetaRequest = (config: MetaConfig, event: MetaEvent) => ({
  data: [event],
  ...(config.testEventCode && { test_event_code: config.testEventCode }),
});

/** As the pixel has it: a lead is worth nothing yet, an application says no money. */
function moneyOf(fact: Fact): { currency?: string; value?: number } {
  if (fact.kind === 'sale') {
    return { currency: fact.currency, value: (fact.value_cents ?? 0) / 100 };
  }
  return fact.type === 'lead.created' ? { currency: 'BRL', value: 0 } : {};
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

const BRAZIL = '55';

/** Words of a name in lower case, without what is no letter; accents stay, in UTF-8. */
const wordsOf = (name: string): string[] =>
  name
    .normalize('NFC')
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(/[^\p{L}\p{M}]/gu, ''))
    .filter((word) => word !== '');

/**
 * What Meta may know a person by, each as it wants it before hashing: an address and names in lower case,
 * a number with its country's digits and nothing else.
 * @param externalId the same for the lead and its sale
 * Source: https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/customer-information-parameters
 */
export function hashPerson({ name, email, phone }: Customer, externalId: string) {
  const words = wordsOf(name ?? '');
  const [first] = words;
  const last = words.length > 1 ? words.at(-1) : undefined;
  const address = email?.trim().toLowerCase();
  return {
    ...(address && { em: [hash(address)] }),
    ...(phone && { ph: [hash(phone)] }),
    ...(first && { fn: [hash(first)] }),
    ...(last && { ln: [hash(last)] }),
    ...(phone?.startsWith(BRAZIL) && { country: [hash('br')] }),
    external_id: [hash(externalId)],
  };
}
