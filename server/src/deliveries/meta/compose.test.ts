import { createHash } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '@funil/contract/durations';
import { expect, test } from 'vitest';
import { LEAD_CONVERSION, SALE_CONVERSION } from '../../../../testkit/conversions.ts';
import type { StoredVisitContext } from '../../visits/visit-contexts.ts';
import type { Conversion } from '../conversions.ts';
import { composeMetaEvent, findMetaSkipReason, hashPerson } from './compose.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');
const REF = '0199aaaa-0000-7000-8000-000000000001';

const visit: StoredVisitContext = {
  consent: 'granted',
  fbp: 'fb.1.1558571054389.1098115397',
  fbc: 'fb.1.1773000000000.AbCdEfGhIjKlMnOpQrStUvWxYz1234567890',
  page_location: 'https://escola.test/?utm_source=ig',
  gtag: false,
  fbq: false,
  other_form: false,
  address: '177.9.20.30',
  userAgent: 'Mozilla/5.0 (Linux; Android 14)',
};
const lead = { ...LEAD_CONVERSION, at: NOW - HOUR_MS + 700 };
const sale = SALE_CONVERSION;
const hashes = [expect.stringMatching(/^[0-9a-f]{64}$/)];

test('composes a lead as documented, with the name and id of the browser’s event', () => {
  const event = composeMetaEvent({ conversion: lead, visit, url: 'https://escola.test', now: NOW });
  expect(event).toEqual({
    event_name: 'Lead',
    event_time: Date.parse('2026-03-10T11:00:00Z') / 1000,
    event_id: REF,
    action_source: 'website',
    event_source_url: 'https://escola.test/?utm_source=ig',
    user_data: {
      em: hashes,
      ph: hashes,
      fn: hashes,
      ln: hashes,
      country: hashes,
      external_id: hashes,
      client_ip_address: '177.9.20.30',
      client_user_agent: 'Mozilla/5.0 (Linux; Android 14)',
      fbc: 'fb.1.1773000000000.AbCdEfGhIjKlMnOpQrStUvWxYz1234567890',
      fbp: 'fb.1.1558571054389.1098115397',
    },
    custom_data: { currency: 'BRL', value: 0 },
  });
});

test('composes a sale with its value and transaction', () => {
  const event = composeMetaEvent({ conversion: sale, visit, url: 'x', now: NOW });
  expect(event).toMatchObject({
    event_name: 'Purchase',
    event_id: 'HP123',
    custom_data: { currency: 'BRL', value: 1497.9 },
  });
});

test('leaves out a click that is older than 90 days, of which Meta warns', () => {
  const old = { ...visit, fbc: `fb.1.${NOW - 91 * DAY_MS}.AbC` };
  const event = composeMetaEvent({ conversion: sale, visit: old, url: 'x', now: NOW });
  expect(event.user_data).not.toHaveProperty('fbc');
});

test('leaves out a private IP address, and limits a future time to now', () => {
  const { page_location: _, ...visitWithoutPage } = { ...visit, address: '10.0.0.7' };
  const ahead = { ...lead, type: 'application.created', at: NOW + HOUR_MS } as const;
  const event = composeMetaEvent({
    conversion: ahead,
    visit: visitWithoutPage,
    now: NOW,
    url: 'https://escola.test',
  });
  expect(event.user_data).not.toHaveProperty('client_ip_address');
  expect(event.event_time).toBe(NOW / 1000);
  expect(event.event_source_url).toBe('https://escola.test');
  expect(event.custom_data).toEqual({});
});

test('skips events that Meta would refuse or count twice', () => {
  const skipReasonOf = (
    conversion: Conversion,
    seen: StoredVisitContext | null = visit,
    reportedAt = 0,
  ) =>
    findMetaSkipReason({
      conversion,
      visit: seen,
      now: NOW,
      reportedAt: reportedAt || null,
      isReported: async () => false,
    });
  expect(skipReasonOf(lead)).toBeNull();
  expect(skipReasonOf({ ...lead, suspect: 'same-phone,too-fast' })).toBe('suspect');
  expect(skipReasonOf({ ...lead, at: NOW - 166 * HOUR_MS })).toBeNull();
  expect(skipReasonOf({ ...lead, at: NOW - 168 * HOUR_MS })).toBe('too-old');
  // Meta deduplicates the browser's event for 48 hours.
  expect(skipReasonOf({ ...lead, at: NOW - 46 * HOUR_MS }, { ...visit, fbq: true })).toBeNull();
  expect(skipReasonOf({ ...lead, at: NOW - 48 * HOUR_MS }, { ...visit, fbq: true })).toBe(
    'too-old',
  );
  expect(skipReasonOf(lead, { ...visit, userAgent: null })).toBe('no-user-agent');
  expect(skipReasonOf(lead, { ...visit, other_form: true })).toBe('sent-by-other-form');
  expect(skipReasonOf(sale, { ...visit, other_form: true })).toBeNull();
  expect(skipReasonOf({ ...sale, value_cents: null })).toBe('no-value');
  expect(skipReasonOf(lead, null)).toBe('no-visit');
  expect(skipReasonOf(lead, visit, NOW - 46 * HOUR_MS)).toBeNull();
  expect(skipReasonOf(lead, visit, NOW - 48 * HOUR_MS)).toBe('sent-before');
});

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

test('hashes an e-mail address in lower case without spaces', () => {
  const { em } = hashPerson({ name: null, email: ' Person@Example.com ', phone: null }, 'x');
  // The example of Meta's documentation.
  expect(em).toEqual(['542d240129883c019e106e3b1b2d3f3cb3537c43c425364de8e951d5a3083345']);
});

test('hashes the phone with its country, and names in lower case', () => {
  const person = { name: '  MARIA d’Ávila  da Silva-Reis ', email: null, phone: '5511987654321' };
  expect(hashPerson(person, 'ref')).toEqual({
    ph: [sha256('5511987654321')],
    fn: [sha256('maria')],
    ln: [sha256('silvareis')],
    country: [sha256('br')],
    external_id: [sha256('ref')],
  });
});

test('leaves out unknown values, and the country of a foreign number', () => {
  expect(hashPerson({ name: 'Ana', email: '', phone: '14155550100' }, 'ref')).toEqual({
    ph: [sha256('14155550100')],
    fn: [sha256('ana')],
    external_id: [sha256('ref')],
  });
  expect(hashPerson({ name: '123 !', email: null, phone: null }, 'ref')).toEqual({
    external_id: [sha256('ref')],
  });
});

test('hashes the first name without its form of address, and no placeholder or business', () => {
  const hashName = (name: string) => hashPerson({ name, email: null, phone: null }, 'ref');
  expect(hashName('Pastor João')).toEqual(hashName('João'));
  expect(hashName('Dra. Ana Reis')).toEqual(hashName('Ana Reis'));
  for (const name of ['null', 'Sem nome', 'Não informado', 'Facebook User', 'Studio Ana'])
    expect(hashName(name)).toEqual({ external_id: [sha256('ref')] });
});

test('hashes names in styled letters as plain ones, and no address as a name', () => {
  const hashName = (name: string) => hashPerson({ name, email: null, phone: null }, 'ref');
  expect(hashName('𝓜𝓪𝓻𝓲𝓪 𝓢𝓲𝓵𝓿𝓪')).toEqual(hashName('Maria Silva'));
  expect(hashName('Ｍａｒｉａ 😊')).toEqual(hashName('Maria'));
  expect(hashName('maria@example.com')).toEqual({ external_id: [sha256('ref')] });
});
