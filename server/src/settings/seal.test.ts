import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { openValue, sealValue } from './seal.ts';

const key = randomBytes(32);

test('returns the value that was sealed, and seals it differently each time', () => {
  const value = 'tokên, com vírgula';
  const sealed = sealValue(key, 'KIWIFY_TOKEN', value);
  expect(sealed).not.toContain('vírgula');
  expect(openValue(key, 'KIWIFY_TOKEN', sealed)).toBe(value);
  expect(sealValue(key, 'KIWIFY_TOKEN', value)).not.toBe(sealed);
  expect(openValue(key, 'KIWIFY_TOKEN', sealValue(key, 'KIWIFY_TOKEN', ''))).toBe('');
});

test('opens nothing with another key, or under the name of another setting', () => {
  const sealed = sealValue(key, 'KIWIFY_TOKEN', 'segredo');
  expect(openValue(randomBytes(32), 'KIWIFY_TOKEN', sealed)).toBeNull();
  expect(openValue(key, 'HUBLA_TOKEN', sealed)).toBeNull();
});

test('opens no text in which any byte was changed, or that was cut', () => {
  const sealed = sealValue(key, 'KIWIFY_TOKEN', 'segredo');
  const bytes = Buffer.from(sealed.slice(3), 'base64url');
  for (let index = 0; index < bytes.length; index += 1) {
    const changed = Buffer.from(bytes);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(openValue(key, 'KIWIFY_TOKEN', `v1.${changed.toString('base64url')}`)).toBeNull();
    const cut = bytes.subarray(0, index).toString('base64url');
    expect(openValue(key, 'KIWIFY_TOKEN', `v1.${cut}`)).toBeNull();
  }
  for (const text of ['', 'v1.', 'segredo', sealed.slice(3)]) {
    expect(openValue(key, 'KIWIFY_TOKEN', text)).toBeNull();
  }
});
