import { HOUR_MS } from '@funil/contract/durations';
import { expect, test } from 'vitest';
import { LEAD_CONVERSION, SALE_CONVERSION } from '../../../../testkit/conversions.ts';
import type { StoredVisitContext } from '../../visits/visit-contexts.ts';
import type { Conversion } from '../conversions.ts';
import { composeGa4Request, findGa4SkipReason } from './compose.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');

const visit: StoredVisitContext = {
  consent: 'unasked',
  client_id: '1234567890.1700000000',
  session_id: '1746000000',
  gtag: false,
  fbq: false,
  other_form: false,
  address: null,
  userAgent: null,
};
const lead = {
  ...LEAD_CONVERSION,
  utm_source: 'ig',
  utm_medium: 'social',
  utm_content: 'ana@x.example',
  utm_term: 'ana%40x.example',
};
const sale = SALE_CONVERSION;
const skipReasonOf = (
  conversion: Conversion,
  seen: StoredVisitContext | null = visit,
  reportedAt = 0,
) =>
  findGa4SkipReason({
    conversion,
    visit: seen,
    now: NOW,
    reportedAt: reportedAt || null,
    isReported: async (...types) => types.includes('sale.paid'),
  });

test('composes a lead within its visit, without personal data', () => {
  const request = composeGa4Request(lead, visit);
  expect(request).toEqual({
    client_id: '1234567890.1700000000',
    timestamp_micros: (NOW - HOUR_MS) * 1000,
    consent: { ad_user_data: 'GRANTED', ad_personalization: 'GRANTED' },
    events: [
      {
        name: 'generate_lead',
        params: {
          currency: 'BRL',
          value: 0,
          utm_source: 'ig',
          utm_medium: 'social',
          session_id: '1746000000',
          engagement_time_msec: 1,
        },
      },
    ],
  });
  expect(JSON.stringify(request)).not.toMatch(/Souza|@|98765/);
});

test('composes a sale and its refund as documented', () => {
  const items = [{ item_id: 'Comunidade', item_name: 'Comunidade', price: 1497.9, quantity: 1 }];
  const params = { transaction_id: 'HP123', value: 1497.9, currency: 'BRL', items };
  expect(composeGa4Request(sale, visit).events).toMatchObject([{ name: 'purchase', params }]);
  expect(composeGa4Request({ ...sale, type: 'sale.refunded' }, null).events).toMatchObject([
    { name: 'refund', params },
  ]);
});

test('limits a future time to now', () => {
  const ahead = { ...sale, at: NOW + HOUR_MS };
  expect(composeGa4Request(ahead, visit, NOW).timestamp_micros).toBe(NOW * 1000);
});

test('derives one client id for lead and sale when gtag set none', () => {
  const { client_id: _, session_id: __, ...unnamed } = visit;
  const { client_id, events } = composeGa4Request(lead, unnamed);
  expect(client_id).toMatch(/^\d{1,10}\.\d{1,10}$/);
  expect(composeGa4Request(sale, unnamed).client_id).toBe(client_id);
  expect(events[0]?.params).not.toHaveProperty('session_id');
});

test('skips events that Google would drop or count twice', async () => {
  expect(await skipReasonOf(lead)).toBeNull();
  expect(await skipReasonOf(lead, null)).toBe('no-visit');
  expect(await skipReasonOf(lead, { ...visit, gtag: true })).toBe('sent-by-browser');
  expect(await skipReasonOf({ ...lead, suspect: 'honeypot' })).toBe('suspect');
  expect(await skipReasonOf({ ...lead, at: NOW - 70 * HOUR_MS })).toBeNull();
  expect(await skipReasonOf({ ...lead, at: NOW - 72 * HOUR_MS })).toBe('too-old');
  expect(await skipReasonOf(lead, visit, NOW)).toBe('sent-before');
  expect(await skipReasonOf(sale, { ...visit, gtag: true })).toBeNull();
  expect(await skipReasonOf(sale, null)).toBe('no-visit');
  expect(await skipReasonOf({ ...sale, type: 'sale.refunded' }, null)).toBeNull();
  expect(await skipReasonOf({ ...sale, transaction: '' })).toBe('no-transaction');
  expect(await skipReasonOf({ ...sale, value_cents: null })).toBe('no-value');
  // Google deduplicates purchases by transaction.
  expect(await skipReasonOf(sale, visit, NOW)).toBeNull();
});
