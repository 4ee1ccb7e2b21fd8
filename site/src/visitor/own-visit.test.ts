import { expect, test } from 'vitest';
import { isOwnVisit } from './own-visit.ts';
import { openStorage } from './storage.ts';

/** A browser's storage, in memory. */
function makeStorage() {
  const memory = new Map<string, unknown>();
  return openStorage(() => {
    throw new Error('forbidden');
  }, memory);
}

test('a link leaves this browser out until another counts it again', () => {
  const storage = makeStorage();
  expect(isOwnVisit('', storage)).toBe(false);
  expect(isOwnVisit('?utm_source=x&funil=ignorar', storage)).toBe(true);
  expect(isOwnVisit('', storage)).toBe(true);
  expect(isOwnVisit('?funil=contar', storage)).toBe(false);
  expect(isOwnVisit('', storage)).toBe(false);
});

test('another word in its place, or another record under its key, changes nothing', () => {
  const storage = makeStorage();
  expect(isOwnVisit('?funil=x', storage)).toBe(false);
  storage.write('funil_ignorar', 'true');
  expect(isOwnVisit('', storage)).toBe(false);
});
