import { expect, test } from 'vitest';
import { isOwnVisit, markOwnVisit } from './own-visit.ts';
import { openStorage } from './storage.ts';

/** A browser's storage, in memory. */
function makeStorage() {
  const memory = new Map<string, unknown>();
  return openStorage(() => {
    throw new Error('forbidden');
  }, memory);
}

test('leaves this browser out from its mark until the mark is taken back', () => {
  const storage = makeStorage();
  expect(isOwnVisit(storage)).toBe(false);
  markOwnVisit(true, storage);
  expect(isOwnVisit(storage)).toBe(true);
  markOwnVisit(false, storage);
  expect(isOwnVisit(storage)).toBe(false);
});

test('counts this browser when another record stands under the key', () => {
  const storage = makeStorage();
  storage.write('funil_ignorar', 'true');
  expect(isOwnVisit(storage)).toBe(false);
});
