import { HOUR_MS } from '@funil/contract/durations';
import { expect, test } from 'vitest';
import type { KnownVisit } from '../../visits/visit-contexts.ts';
import type { LeadFact, SaleFact } from '../conversion.ts';
import { composeGa4Request, findGa4Obstacle } from './compose.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');

const visit: KnownVisit = {
  consent: 'unasked',
  client_id: '1234567890.1700000000',
  session_id: '1746000000',
  ...{ gtag: false, fbq: false, other_form: false, address: null, userAgent: null },
};
const lead: LeadFact = {
  kind: 'lead',
  leadRef: '0199aaaa-0000-7000-8000-000000000001',
  ...{ at: NOW - HOUR_MS, storedAt: NOW - HOUR_MS, suspect: null },
  utms: { utm_source: 'ig', utm_medium: 'social', utm_campaign: '', utm_content: 'ana@x.example' },
  customer: { name: 'Ana Souza', email: 'ana@souza.example', phone: '5511987654321' },
};
const sale: SaleFact = {
  ...{ kind: 'sale', leadRef: lead.leadRef, at: NOW - HOUR_MS, customer: lead.customer },
  ...{ transaction: 'HP123', valueCents: 149_790, currency: 'BRL', product: 'Comunidade' },
};

test('a lead is told within its visit, and nothing of who it is', () => {
  const request = composeGa4Request('generate_lead', lead, visit);
  expect(request).toEqual({
    client_id: '1234567890.1700000000',
    timestamp_micros: (NOW - HOUR_MS) * 1000,
    consent: { ad_user_data: 'GRANTED', ad_personalization: 'GRANTED' },
    events: [
      {
        name: 'generate_lead',
        params: {
          ...{ currency: 'BRL', value: 0, utm_source: 'ig', utm_medium: 'social' },
          ...{ session_id: '1746000000', engagement_time_msec: 1 },
        },
      },
    ],
  });
  expect(JSON.stringify(request)).not.toMatch(/Souza|@|98765/);
});

test('a sale and its refund are told as documented', () => {
  const items = [{ item_id: 'Comunidade', item_name: 'Comunidade', price: 1497.9, quantity: 1 }];
  const params = { transaction_id: 'HP123', value: 1497.9, currency: 'BRL', items };
  expect(composeGa4Request('purchase', sale, visit).events).toMatchObject([
    { name: 'purchase', params },
  ]);
  expect(composeGa4Request('refund', sale, null).events).toMatchObject([
    { name: 'refund', params },
  ]);
});

test('an event of a clock that is ahead is told as of now', () => {
  const ahead = { ...sale, at: NOW + HOUR_MS };
  expect(composeGa4Request('purchase', ahead, visit, NOW).timestamp_micros).toBe(NOW * 1000);
});

test('a browser that gtag never named has an id of its own, the same for lead and sale', () => {
  const { client_id: _, session_id: __, ...unnamed } = visit;
  const { client_id, events } = composeGa4Request('generate_lead', lead, unnamed);
  expect(client_id).toMatch(/^\d{1,10}\.\d{1,10}$/);
  expect(composeGa4Request('purchase', sale, unnamed).client_id).toBe(client_id);
  expect(events[0]?.params).not.toHaveProperty('session_id');
});

test('what Google would throw away, or has heard, is not sent', () => {
  expect(findGa4Obstacle(lead, visit, NOW)).toBeNull();
  expect(findGa4Obstacle(lead, { ...visit, gtag: true }, NOW)).toBe('told-by-browser');
  expect(findGa4Obstacle({ ...lead, suspect: 'honeypot' }, visit, NOW)).toBe('suspect');
  expect(findGa4Obstacle({ ...lead, at: NOW - 70 * HOUR_MS }, visit, NOW)).toBeNull();
  expect(findGa4Obstacle({ ...lead, at: NOW - 72 * HOUR_MS }, visit, NOW)).toBe('too-old');
  expect(findGa4Obstacle(sale, { ...visit, gtag: true }, NOW)).toBeNull();
  expect(findGa4Obstacle({ ...sale, transaction: '' }, visit, NOW)).toBe('no-transaction');
  expect(findGa4Obstacle({ ...sale, valueCents: null }, visit, NOW)).toBe('no-value');
});
