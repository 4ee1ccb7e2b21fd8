import { expect, test } from 'vitest';
import { createIdempotencyKeys } from './idempotency-keys.ts';

test('keeps the key while the content stays the same, and replaces it when the content changes or changes back', () => {
  const keyFor = createIdempotencyKeys();
  const first = keyFor({ nome: 'Ana' });
  expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  expect(keyFor({ nome: 'Ana' })).toBe(first);
  const corrected = keyFor({ nome: 'Ana Souza' });
  expect(corrected).not.toBe(first);
  expect([first, corrected]).not.toContain(keyFor({ nome: 'Ana' }));
});
