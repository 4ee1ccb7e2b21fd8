import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitVisitContext } from './fit-visit-context.ts';
import { visitContextSchema } from './visit-context.ts';

const WHOLE = {
  consent: 'granted',
  fbp: 'fb.1.1596403881668.1116446470',
  fbc: 'fb.1.1554763741205.IwAR2F4-dbP0l7Mn1IawQQGCINEz7PYXQvwjNwB_qa2ofrHyiLjcbCRxTDMgk.AQEB',
  client_id: '1234567890.1700000000',
  session_id: '1700000000',
  gclid: 'Cj0KCQ',
  page_location: 'https://escola.test/?utm_source=instagram&fbclid=AbC%2B',
  gtag: true,
  fbq: false,
  other_form: false,
};

test('keeps a valid context unchanged', () => {
  expect(fitVisitContext(WHOLE)).toEqual(WHOLE);
  expect(visitContextSchema.safeParse(WHOLE).success).toBe(true);
});

test.each([undefined, null, 7, 'x', [], {}, { ...WHOLE, consent: 'denied' }, { consent: true }])(
  'without a consent to tell under, there is nothing to tell: %j',
  (told) => expect(fitVisitContext(told)).toBeNull(),
);

test('omits invalid values and cuts none', () => {
  const told = {
    ...WHOLE,
    fbc: `fb.1.1.${'x'.repeat(1000)}`,
    fbp: 'fb.1.1 2',
    client_id: 7,
    page_location: 'https://escola.test/?e=ana@exemplo.com',
    address: '1.2.3.4',
    nome: 'Ana',
  };
  expect(fitVisitContext(told)).toEqual({
    consent: 'granted',
    session_id: '1700000000',
    gclid: 'Cj0KCQ',
    gtag: true,
    fbq: false,
    other_form: false,
  });
});

test('always returns a context that satisfies the schema', () => {
  const names = Object.keys(WHOLE);
  const value = fc.oneof(fc.anything(), fc.string({ unit: 'binary', maxLength: 2100 }));
  const told = fc.dictionary(fc.constantFrom(...names), value);
  fc.assert(
    fc.property(told, (changes) => {
      const fitted = fitVisitContext({ ...changes, consent: 'unasked' });
      expect(visitContextSchema.safeParse(fitted).success).toBe(true);
    }),
  );
});
