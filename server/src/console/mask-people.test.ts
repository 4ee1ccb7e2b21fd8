import { expect, test } from 'vitest';
import { maskPeople } from './mask-people.ts';

/** A text that is read once takes milliseconds; one that is read from each position, minutes. */
const HANG_MS = 30_000;

test.each([
  ['ana.lima+x@escola.test', '•••'],
  ['email=ana%40escola.test', 'email=•••'],
  ['ana%40x.test%2Cbia%40y.test', '••••••'],
  ['ana@x.test_bia@y.test(rui@z.test', '•••••••••'],
  ['Lead 11 98765-4321', 'Lead •••'],
  ['Lead \u202a+55\u00a011 98765\u20114321', 'Lead \u202a+•••'],
  ['2026-11 11987654321', '2026-•••'],
  ['Lead （１１）９８７６５－４３２１', 'Lead （•••'],
  ['ana.lima＠escola.test', '•••'],
  ['ana＠escola．test', '•••'],
  ['Lead １１．９８７６５．４３２１', 'Lead •••'],
  ['Lead ＋３５１ ９１２ ３４５ ６７８', 'Lead +•••'],
  ['de%2B55%2011%2098765-4321|x', 'de+•••|x'],
  ['+351 912 345 678', '+•••'],
  ['black-friday|120212345678901234', 'black-friday|120212345678901234'],
  ['2026-11-25', '2026-11-25'],
  ['2026-11-25T15:03:00.000Z', '2026-11-25T15:03:00.000Z'],
])('masks e-mail addresses and phone numbers, and no other numbers, in %s', (text, masked) => {
  expect(maskPeople({ origins: [{ campaign: text, visits: 7 }] }, 'eu@escola.test')).toEqual({
    origins: [{ campaign: masked, visits: 7 }],
  });
});

test('keeps the e-mail address of the operator who asks', () => {
  expect(maskPeople(['eu@escola.test', null], 'eu@escola.test')).toEqual(['eu@escola.test', null]);
});

test.each(['a'.repeat(400_000), '.'.repeat(400_000), '1 '.repeat(10_000)])(
  'reads a long text once',
  { timeout: HANG_MS },
  (text) => {
    expect(maskPeople(`${text}\n(11) 98765-4321`, '')).toContain('\n(•••');
  },
);
