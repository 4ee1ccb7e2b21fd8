import { expect, test } from 'vitest';
import { authenticatorOf, readerOf, readingTesterOf } from '../../../../../testkit/test-adapter.ts';
import { hotmart } from './adapter.ts';

const testReading = readingTesterOf(hotmart);
const read = readerOf(hotmart);

const authenticate = authenticatorOf(hotmart);
const withHottok = (hottok: string) => ({ headers: { 'x-hotmart-hottok': hottok } });

test('accepts a hottok in the body, unless the header has a wrong one', () => {
  const body = Buffer.from('{"hottok":"segredo","event":"PURCHASE_APPROVED"}');
  expect(authenticate({ body })).toBe('body');
  expect(authenticate({ ...withHottok('errado'), body })).toBeNull();
});

test('reads a paid Pix', () => {
  expect(read('approved')).toEqual({
    ok: true,
    notice: {
      noticeId: '6f0b8f0e-41f2-4c57-8e0b-0d6a1f7c9a02',
      kind: 'paid',
      saleKey: 'HP2611031844',
      transaction: 'HP2611031844',
      valueCents: 149_710,
      currency: 'BRL',
      split: { netCents: 134_739, feeCents: 14_971, commissionCents: 0 },
      installments: 1,
      orderId: null,
      method: 'pix',
      product: { id: '4417021', name: 'Engrena IA - Comunidade' },
      buyer: { name: 'Marina Prado', email: 'marina.prado@example.com', phones: ['11987654321'] },
      tracking: {
        ref: '0192f3a4b5c67d8e9f00112233445566',
        src: 'bio',
        sck: '0192f3a4b5c67d8e9f00112233445566',
        utm_source: null,
        utm_medium: null,
        utm_campaign: null,
        utm_content: null,
        utm_term: null,
      },
      occurredAt: '2026-11-03T19:05:00.000Z',
      writtenAt: '2026-11-03T19:05:01.456Z',
      paidAt: '2026-11-03T19:05:00.000Z',
      refundedCents: null,
      expiresAt: null,
      paymentCode: null,
      alias: null,
      subscription: null,
      chargeNumber: null,
      isTest: false,
    },
  });
});

/** Returns the split of the paid sample with these commissions. */
const splitOf = (commissions: readonly object[]) => {
  const reading = read('approved', (text) => {
    const notice = JSON.parse(text);
    notice.data.commissions = commissions;
    return JSON.stringify(notice, null, 2);
  });
  return reading.ok ? reading.notice.split : reading.reason;
};
const share = (source: string, value: unknown, currency_value = 'BRL') => ({
  source,
  value,
  currency_value,
});

test.each(['CO_PRODUCER', 'COPRODUCER'])('reads no net when %s shares the sale', (name) => {
  expect(
    splitOf([
      share('MARKETPLACE', 149.71),
      share('PRODUCER', 700.5),
      share(name, 500.11),
      share('AFFILIATE', 100),
      share('ADDON', 0.1),
    ]),
  ).toEqual({
    netCents: null,
    feeCents: 14_971,
    commissionCents: null,
    coproduction: { producerCents: 70_050, coproducerCents: 50_011, totalCents: 130_071 },
  });
});

test('counts affiliates and add-ons as commissions', () => {
  const others = [share('AFFILIATE', 100), share('ADDON', 0.1)];
  const shares = [share('MARKETPLACE', 149.71), share('PRODUCER', 700.5), ...others];
  expect(splitOf(shares)).toEqual({ netCents: 70_050, feeCents: 14_971, commissionCents: 10_010 });
});

test('takes the co-producer’s share for the net when the notice has no producer’s', () => {
  const shares = [share('MARKETPLACE', 149.71), share('CO_PRODUCER', 500)];
  expect(splitOf(shares)).toEqual({ netCents: 50_000, feeCents: 14_971, commissionCents: 0 });
  const several = [...shares, share('CO_PRODUCER', 300)];
  expect(splitOf(several)).toMatchObject({ netCents: null });
  expect(splitOf([...several, share('PRODUCER', 400)])).toMatchObject({
    coproduction: { producerCents: 40_000, coproducerCents: null },
  });
});

test('reads the split of a sale in dollars from the conversion to reais', () => {
  expect(read('approved-in-dollars')).toMatchObject({
    notice: {
      currency: 'USD',
      valueCents: null,
      split: { netCents: 48_600, feeCents: 5_400, commissionCents: 0 },
    },
  });
  const mixed = [share('MARKETPLACE', 10, 'USD'), share('PRODUCER', 486)];
  expect(splitOf(mixed)).toEqual({ netCents: 48_600, feeCents: null, commissionCents: 0 });
});

test('reads no net when an amount is not a price, and reads texts of version 1.0.0', () => {
  for (const value of [-1, '1.497', null, true, 1e300]) {
    expect(splitOf([share('PRODUCER', value)])).toMatchObject({ netCents: null });
  }
  expect(splitOf([share('PRODUCER', '1347.39')])).toMatchObject({ netCents: 134_739 });
  expect(splitOf([])).toEqual({ netCents: null, feeCents: null, commissionCents: null });
});

test('reads a bump with co-production and an affiliate, and its main purchase', () => {
  expect(read('order-bump')).toMatchObject({
    notice: {
      valueCents: 19_700,
      split: { netCents: null, feeCents: 1_990, coproduction: { producerCents: 8_850 } },
      orderId: 'HP2611031844',
    },
  });
  const bumpWithoutMainPurchase = read('order-bump', (text) =>
    text.replaceAll('HP2611031844', 'HP2611031845'),
  );
  expect(bumpWithoutMainPurchase).toMatchObject({ notice: { orderId: null } });
});

testReading('reads the notice of the end of the guarantee as that of the payment', 'complete', {
  kind: 'paid',
  transaction: 'HP2611031844',
  occurredAt: '2026-11-03T19:05:00.000Z',
});
testReading('recognizes the panel’s test', 'panel-test', { isTest: true });
testReading(
  'does not refund the sale when the buyer asks for a refund',
  'approved',
  ['PURCHASE_APPROVED', 'PURCHASE_PROTEST'],
  { kind: 'other' },
);
testReading('reads a sale in dollars without a value', 'approved', [/"BRL"/g, '"USD"'], {
  kind: 'paid',
  currency: 'USD',
  valueCents: null,
});
testReading(
  'reads version 1.0.0, whose dates, prices and parts of a phone number are texts',
  'approved-older',
  {
    kind: 'paid',
    valueCents: 149_710,
    currency: 'BRL',
    occurredAt: '2026-11-03T19:05:00.000Z',
    writtenAt: '2026-11-03T19:05:01.456Z',
    buyer: { phones: ['11999998888'] },
  },
);
testReading('reads a cancellation of version 1.0.0', 'cancelled-older', {
  kind: 'canceled',
  writtenAt: '2026-11-03T19:20:00.000Z',
});
testReading(
  "does not read a Spanish buyer's number as a number of area code 34",
  'approved',
  ['"checkout_phone_code": "55"', '"checkout_phone_code": "34"'],
  ['"checkout_phone": "11987654321"', '"checkout_phone": "912345678"'],
  ['"country_iso": "BR"', '"country_iso": "ES"'],
  { buyer: { phones: ['+34912345678'] } },
);
testReading(
  'reads a refund whose amount is negative',
  'refunded',
  ['"value": 1497.1,', '"value": -1497.1,'],
  { kind: 'refunded', valueCents: 149_710 },
);
testReading('reads a refund without an amount', 'refunded', ['"value": 1497.1,', ''], {
  kind: 'refunded',
  valueCents: null,
});
testReading('reads a partial refund, of which Hotmart states no amount', 'partially-refunded', {
  kind: 'partial_refund',
  saleKey: 'HP2611031844',
  refundedCents: null,
});
testReading('reads the code of a Pix and the time at which it expires', 'pix-issued', {
  expiresAt: '2026-11-04T19:00:00.000Z',
  paymentCode: '00020126580014br.gov.bcb.pix0136exemplo',
});
// The list of events on developers.hotmart.com contains `ORDER_FULFILLMENT`.
testReading('reads no sale in a shipment', 'approved', ['PURCHASE_APPROVED', 'ORDER_FULFILLMENT'], {
  kind: 'other',
});
// Phone numbers of cart notices begin with the country code. Peru's code, 51, is also Porto Alegre's area code.
for (const [phone, country, expected] of [
  ['51987654321', 'PE', '+51987654321'],
  ['66812345678', 'TH', '+66812345678'],
  ['351912345678', 'PT', '+351912345678'],
  ['+51987654321', 'PE', '+51987654321'],
  ['5511987654321', 'PT', '+5511987654321'],
  ['987654321', 'PE', '987654321'],
  ['51987654321', 'BR', '51987654321'],
]) {
  testReading(
    `reads the phone ${phone} of a cart in ${country}`,
    'cart-left',
    ['"5511987654321"', `"${phone}"`],
    ['"iso": "BR"', `"iso": "${country}"`],
    { buyer: { phones: [expected] } },
  );
}
testReading('refuses an unknown event', 'approved', ['PURCHASE_APPROVED', 'constructor'], 'event');
testReading('reads a renewal’s subscription and charge number', 'renewed', {
  subscription: 'I9OT62C3',
  chargeNumber: 2,
});
testReading('refuses an invalid currency', 'approved', [/"BRL"/g, '"R$$"'], 'currency');
// The fields of Hotmart's postback 1.0, as its former documentation and WordPress plugins name them.
test.each([
  'hottok=segredo&prod=4417021&prod_name=Comunidade&transaction=HP2611031844&status=approved&price=1497.10&email=marina%40example.com',
  '{"hottok":"segredo","prod":"4417021","transaction":"HP2611031844","status":"approved","price":"1497.10"}',
])('names the older version of a notice: %s', (body) => {
  expect(hotmart.read({ headers: {}, body: Buffer.from(body), receivedAt: '' })).toEqual({
    ok: false,
    reason: 'version',
  });
});

// Public integrations use these names of the event.
test.each(['SUBSCRIPTION_CANCELLATION', 'SUBSCRIPTION_REACTIVATION', 'CLUB_FIRST_ACCESS'])(
  'reads no sale in %s',
  (event) => {
    const reading = read('approved', (text) => text.replace('PURCHASE_APPROVED', event));
    expect(reading).toMatchObject({ ok: true, notice: { kind: 'other' } });
  },
);
