import { expect, test } from 'vitest';
import { createPasswords } from './passwords.ts';

test('a password is known again, another is not, and each hash has a salt of its own', async () => {
  const passwords = createPasswords();
  const stored = await passwords.hash('girassol no telhado');
  expect(await passwords.verify('girassol no telhado', stored)).toBe(true);
  expect(await passwords.verify('girassol no Telhado', stored)).toBe(false);
  expect(await passwords.hash('girassol no telhado')).not.toBe(stored);
});

test('the same letters are the same password, however a keyboard composes them', async () => {
  const passwords = createPasswords();
  const stored = await passwords.hash('promoc\u0327a\u0303o relâmpago');
  expect(await passwords.verify('promoção relâmpago', stored)).toBe(true);
});

test("nobody's password is never right", async () => {
  expect(await createPasswords().verify('', null)).toBe(false);
});

test('two are looked at at once, some wait, and the others are turned away', async () => {
  let running = 0;
  let most = 0;
  const passwords = createPasswords(async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    return Buffer.alloc(32);
  });
  const tries = Array.from({ length: 30 }, () => passwords.verify('x', null));
  const settled = await Promise.allSettled(tries);
  expect(most).toBe(2);
  expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(12);
});
