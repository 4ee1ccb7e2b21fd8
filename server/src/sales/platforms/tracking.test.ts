import { expect, test } from 'vitest';
import { findReference, trackingOf } from './tracking.ts';

const REF = '0192f3a4b5c67d8e9f00112233445566';

test('finds a reference alone, after the visitor’s text, or as a UUID', () => {
  expect(findReference(REF)).toBe(REF);
  expect(findReference(`automação com ia|${REF}`)).toBe(REF);
  expect(findReference(REF.toUpperCase())).toBe(REF);
  expect(findReference('0192f3a4-b5c6-7d8e-9f00-112233445566')).toBe(REF);
});

test('takes the last reference, because the visitor’s text may look like one', () => {
  expect(findReference(`ffffffffffffffffffffffffffffffff|${REF}`)).toBe(REF);
});

test('ignores longer and shorter rows of digits', () => {
  expect(findReference(`${REF}0`)).toBeNull();
  expect(findReference(REF.slice(1))).toBeNull();
  expect(findReference('')).toBeNull();
  expect(findReference(null)).toBeNull();
});

test('removes the reference from the UTM that carried it', () => {
  const carried = trackingOf({ content: `reels|${REF}`, term: REF });
  expect(carried).toMatchObject({ ref: REF, utm_content: 'reels', utm_term: null });
});

test('takes a reference in `others` before one in sck, and one in sck before one in a UTM', () => {
  const other = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';
  expect(trackingOf({ sck: REF, term: other }).ref).toBe(REF);
  expect(trackingOf({ others: [REF], sck: other }).ref).toBe(REF);
});
