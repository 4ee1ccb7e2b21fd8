import { expect, test } from 'vitest';
import { type FirstPayments, isRenewal, orderKeyOf } from './charges.ts';
import { day } from './make-notice.ts';

const charge = (changes: Partial<Parameters<typeof isRenewal>[0]> = {}) => ({
  platform: 'hubla',
  order_id: 'f1',
  subscription: 's-1',
  charge_number: null,
  begun_at: day(2),
  paid_at: day(2),
  ...changes,
});
const firstPayments: FirstPayments = new Map([[JSON.stringify(['hubla', 's-1']), day(2)]]);

test('finds a renewal by the charge’s number when the platform sends it', () => {
  expect(isRenewal(charge({ charge_number: 2 }), new Map())).toBe(true);
  expect(isRenewal(charge({ charge_number: 1, paid_at: day(9) }), firstPayments)).toBe(false);
});

test('finds a renewal by an earlier payment of its subscription when it has no number', () => {
  expect(isRenewal(charge(), firstPayments)).toBe(false);
  expect(isRenewal(charge({ paid_at: day(9) }), firstPayments)).toBe(true);
  expect(isRenewal(charge({ begun_at: day(9), paid_at: null }), firstPayments)).toBe(true);
});

test('counts no renewal without a subscription, or before its first payment', () => {
  expect(isRenewal(charge({ subscription: null, paid_at: day(9) }), firstPayments)).toBe(false);
  expect(isRenewal(charge({ begun_at: day(1), paid_at: null }), firstPayments)).toBe(false);
  expect(isRenewal(charge({ platform: 'ticto', paid_at: day(9) }), firstPayments)).toBe(false);
});

test('distinguishes orders of two platforms with one id', () => {
  expect(orderKeyOf(charge())).toBe(orderKeyOf(charge({ subscription: null })));
  expect(orderKeyOf(charge())).not.toBe(orderKeyOf(charge({ platform: 'tmb' })));
});
