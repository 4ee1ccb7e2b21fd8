import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sanitizeVisitContext } from './visit-context.ts';

const COMPLETE = {
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

test.each([undefined, null, 7, 'x', [], {}, { ...COMPLETE, consent: 'denied' }, { consent: true }])(
  'returns no context without a valid consent: %j',
  (input) => expect(sanitizeVisitContext(input)).toBeNull(),
);

test.each([
  ['fbc', `fb.1.1554763741205.${'x'.repeat(1000)}`],
  ['fbp', 'fb.1.1596403881668.11 2'],
  ['client_id', 7],
  ['fbc', 'undefined'],
  ['fbc', 'fb.1.1554763741205.'],
  ['fbc', 'fb.1.1554763741205.IwAR2F4...'],
  ['fbc', 'fb.1.1554763741205.{{fbclid}}'],
  ['fbp', 'fb.1.1596403881668'],
  ['gclid', '%7B%7Bgclid%7D%7D'],
  ['client_id', 'undefined'],
  ['session_id', '{{session}}'],
  ['page_location', 'https://{{host}}/'],
  ['page_location', 'https://escola.test/?e=ana@exemplo.com'],
  ['page_location', 'https://escola.test/?e=ana%40exemplo.com'],
  ['page_location', 'https://escola.test/?e=ana%2540exemplo.com'],
  ['address', '1.2.3.4'],
  ['nome', 'Ana'],
])(
  'omits only the %s that Meta or Google would refuse, or that names the visitor: %s',
  (name, value) => {
    const context: Record<string, unknown> = { ...COMPLETE, [name]: value };
    const { [name]: _, ...others } = context;
    expect(sanitizeVisitContext(context)).toEqual(others);
  },
);

test('changes nothing when a context is sanitized again', () => {
  const names = Object.keys(COMPLETE);
  const value = fc.oneof(fc.anything(), fc.string({ unit: 'binary', maxLength: 2100 }));
  const input = fc.dictionary(fc.constantFrom(...names), value);
  fc.assert(
    fc.property(input, (changes) => {
      const sanitized = sanitizeVisitContext({ ...changes, consent: 'unasked' });
      expect(sanitizeVisitContext(sanitized)).toEqual(sanitized);
    }),
  );
});
