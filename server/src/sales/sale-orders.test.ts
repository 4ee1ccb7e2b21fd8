import fc from 'fast-check';
import { expect, test } from 'vitest';
import { day, notice } from './make-notice.ts';
import { reduceSale } from './reduce-sale.ts';

test('any notices come to the same in any order and however often', () => {
  const kinds = [
    'pending',
    'paid',
    'refunded',
    'chargeback',
    'canceled',
    'abandoned',
    'other',
  ] as const;
  const any = fc.record({
    kind: fc.constantFrom(...kinds),
    occurred: fc.integer({ min: 1, max: 28 }),
    noticed: fc.integer({ min: 1, max: 28 }),
    valueCents: fc.option(fc.constantFrom(100, 200, 300)),
    phone: fc.constantFrom('1', '2', '3'),
  });
  const sequences = fc.array(any, { minLength: 1, maxLength: 8 }).chain((list) => {
    const notices = list.map(({ kind, occurred, noticed, valueCents, phone }) =>
      notice(kind, occurred, {
        noticedAt: day(noticed),
        valueCents,
        buyer: { name: null, email: null, phones: [phone] },
      }),
    );
    const shuffled = fc.shuffledSubarray([...notices, ...notices], {
      minLength: 2 * notices.length,
    });
    return fc.tuple(fc.constant(notices), shuffled);
  });
  fc.assert(
    fc.property(sequences, ([notices, shuffled]) => {
      expect(reduceSale(shuffled)).toEqual(reduceSale(notices));
    }),
  );
});
