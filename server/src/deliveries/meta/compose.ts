import { createHash } from 'node:crypto';
import { readFirstName } from '@funil/contract/contacts/first-name';
import type { SkipReason } from '@funil/contract/deliveries/deliveries';
import { HOUR_MS } from '@funil/contract/durations';
import { MAX_FACEBOOK_CLICK_AGE_MS } from '@funil/contract/visits/tracked-events';
import type { Conversion, ConversionContext, Customer } from '../conversions.ts';
import { isPublicIp } from '../public-ip.ts';

/** Meta refuses events older than 7 days; the attempt may take an hour. */
const MAX_META_EVENT_AGE_MS = 7 * 24 * HOUR_MS - HOUR_MS;
/** Meta recognizes a repeated event for 48 h; the attempt may take an hour. */
const META_MEMORY_MS = 47 * HOUR_MS;

export function findMetaSkipReason(context: ConversionContext): SkipReason | null {
  const { conversion, visit, reportedAt, now } = context;
  if (visit === null) return 'no-visit';
  if (conversion.kind === 'lead' && conversion.suspect !== null) return 'suspect';
  if (now - conversion.at > (visit.fbq ? META_MEMORY_MS : MAX_META_EVENT_AGE_MS)) return 'too-old';
  if (conversion.kind === 'lead' && visit.other_form) return 'sent-by-other-form';
  if (visit.userAgent === null) return 'no-user-agent';
  if (conversion.kind === 'sale' && conversion.transaction === '') return 'no-transaction';
  if (conversion.kind === 'sale' && conversion.value_cents === null) return 'no-value';
  return reportedAt !== null && now - reportedAt > META_MEMORY_MS ? 'sent-before' : null;
}

/**
 * Composes an event with the name and id that the pixel uses, so that Meta counts both once.
 * https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/server-event
 */
export function composeMetaEvent({
  conversion,
  visit,
  url,
  now,
}: Pick<ConversionContext, 'conversion' | 'visit' | 'now'> & { readonly url: string }) {
  const { address, userAgent, fbc, fbp, page_location } = visit ?? {};
  return {
    event_name: conversion.kind === 'sale' ? 'Purchase' : 'Lead',
    event_time: Math.floor(Math.min(conversion.at, now) / 1_000),
    event_id: conversion.kind === 'sale' ? conversion.transaction : (conversion.lead_ref ?? ''),
    action_source: 'website',
    event_source_url: page_location ?? url,
    user_data: {
      ...hashPerson(conversion.customer, conversion.lead_ref ?? ''),
      ...(address && isPublicIp(address) && { client_ip_address: address }),
      client_user_agent: userAgent ?? '',
      ...(fbc && isRecentClick(fbc, now) && { fbc }),
      ...(fbp && { fbp }),
    },
    custom_data: moneyOf(conversion),
  };
}

/** @param fbc `fb.1.1759852800000.IwAR2…` */
const isRecentClick = (fbc: string, now: number): boolean =>
  now - Number(fbc.split('.')[2]) < MAX_FACEBOOK_CLICK_AGE_MS;

/** Returns the values that the pixel sends: a lead has 0, an application none. */
function moneyOf(conversion: Conversion): { currency?: string; value?: number } {
  if (conversion.kind === 'sale') {
    return { currency: conversion.currency, value: (conversion.value_cents ?? 0) / 100 };
  }
  return conversion.type === 'lead.created' ? { currency: 'BRL', value: 0 } : {};
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const BRAZIL_CODE = '55';

/** Splits a name into words as Meta wants them: in lower case, with accents, without punctuation. */
const wordsOf = (name: string): string[] =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => !word.includes('@'))
    .map((word) => word.replace(/[^\p{L}\p{M}]/gu, ''))
    .filter((word) => word !== '');

/**
 * https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/customer-information-parameters
 * @param externalId the same for a lead and its sales
 */
export function hashPerson({ name, email, phone }: Customer, externalId: string) {
  const words = wordsOf(name ?? '');
  // Without forms of address. A name without a first name, such as a business's or a placeholder, has no last name.
  const [firstName] = wordsOf(readFirstName(name ?? '') ?? '');
  const hasLastName = firstName && words.length > 1 && words.at(-1) !== firstName;
  const lastName = hasLastName ? words.at(-1) : undefined;
  const address = email?.trim().toLowerCase();
  return {
    ...(address && { em: [sha256(address)] }),
    ...(phone && { ph: [sha256(phone)] }),
    ...(firstName && { fn: [sha256(firstName)] }),
    ...(lastName && { ln: [sha256(lastName)] }),
    ...(phone?.startsWith(BRAZIL_CODE) && { country: [sha256('br')] }),
    external_id: [sha256(externalId)],
  };
}
