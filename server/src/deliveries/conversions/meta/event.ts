import { HOUR_MS } from '@funil/contract/durations';
import type { KnownVisit } from '../../../visits/visit-contexts.ts';
import { isPublicAddress } from '../../webhooks/public-address.ts';
import type { Fact } from '../fact.ts';
import type { Reason } from '../outcomes.ts';
import { hashPerson } from './hash.ts';

/** Meta takes nothing older than 7 days, and refuses the whole request for it; less what a try takes. */
const OLDEST = 7 * 24 * HOUR_MS - HOUR_MS;
/** Meta knows the browser's twin for 48 h; later it would count once more. */
export const OLDEST_TWIN = 48 * HOUR_MS - HOUR_MS;

export interface Circumstances {
  readonly fact: Fact;
  /** Of `lead.created`; an application says no money. */
  readonly isLead: boolean;
  readonly visit: KnownVisit;
  /** The page's public address. */
  readonly url: string;
  /** In ms since 1970. */
  readonly now: number;
}

/** Why an event is not to be sent; null: it is. */
export function whyNot({ fact, visit, now }: Omit<Circumstances, 'url' | 'isLead'>): Reason | null {
  if (fact.kind === 'lead' && fact.suspect?.includes('honeypot')) return 'suspect';
  if (now - fact.at > (visit.fbq ? OLDEST_TWIN : OLDEST)) return 'too-old';
  if (fact.kind === 'lead' && visit.other_form) return 'told-by-other-form';
  if (visit.userAgent === null) return 'no-user-agent';
  if (fact.kind === 'lead') return null;
  if (fact.transaction === '') return 'no-transaction';
  return fact.valueCents === null ? 'no-value' : null;
}

/**
 * The server's copy of what the page's pixel tells, under the same name and id.
 * Source: https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/server-event
 */
export function makeEvent({ fact, isLead, visit, url, now }: Circumstances) {
  const { address, userAgent, fbc, fbp, page_location } = visit;
  return {
    event_name: fact.kind === 'sale' ? 'Purchase' : 'Lead',
    event_time: Math.floor(Math.min(fact.at, now) / 1_000),
    event_id: fact.kind === 'sale' ? fact.transaction : (fact.leadRef ?? ''),
    action_source: 'website',
    event_source_url: page_location ?? url,
    user_data: {
      ...hashPerson(fact.customer, fact.leadRef ?? ''),
      ...(address && isPublicAddress(address) && { client_ip_address: address }),
      client_user_agent: userAgent ?? '',
      ...(fbc && { fbc }),
      ...(fbp && { fbp }),
    },
    custom_data: moneyOf(fact, isLead),
  };
}
export type MetaEvent = ReturnType<typeof makeEvent>;

/** As the pixel has it: a lead is worth nothing yet, an application says no money. */
function moneyOf(fact: Fact, isLead: boolean): { currency?: string; value?: number } {
  if (fact.kind === 'lead') return isLead ? { currency: 'BRL', value: 0 } : {};
  return { currency: fact.currency, value: (fact.valueCents ?? 0) / 100 };
}
