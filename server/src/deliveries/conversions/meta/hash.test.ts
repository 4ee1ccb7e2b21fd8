import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashPerson } from './hash.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

test('an address is hashed as documented: without spaces, in lower case', () => {
  const { em } = hashPerson({ name: null, email: ' Person@Example.com ', phone: null }, 'x');
  // The example of the platforms' own pages.
  expect(em).toEqual(['542d240129883c019e106e3b1b2d3f3cb3537c43c425364de8e951d5a3083345']);
});

test('a number has its country, names are words in lower case', () => {
  const person = { name: '  MARIA d’Ávila  da Silva-Reis ', email: null, phone: '5511987654321' };
  expect(hashPerson(person, 'ref')).toEqual({
    ph: [sha256('5511987654321')],
    fn: [sha256('maria')],
    ln: [sha256('silvareis')],
    country: [sha256('br')],
    external_id: [sha256('ref')],
  });
});

test('what is not known is not told; a foreign number says no country', () => {
  expect(hashPerson({ name: 'Ana', email: '', phone: '14155550100' }, 'ref')).toEqual({
    ph: [sha256('14155550100')],
    fn: [sha256('ana')],
    external_id: [sha256('ref')],
  });
  expect(hashPerson({ name: '123 !', email: null, phone: null }, 'ref')).toEqual({
    external_id: [sha256('ref')],
  });
});
