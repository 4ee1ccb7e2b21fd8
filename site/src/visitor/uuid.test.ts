import { expect, test } from 'vitest';
import { timeUuid } from './uuid.ts';

test('stores the time in the first 48 bits of a UUID', () => {
  const uuid = timeUuid(1_772_366_400_123);
  expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16)).toBe(1_772_366_400_123);
});
