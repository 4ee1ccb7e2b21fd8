import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyMask } from './mask.ts';
import { formatPhone } from './phone.ts';

const digitsOf = (text: string) => text.replace(/\D/g, '');
const typedText = fc.string({
  unit: fc.constantFrom(...'0123456789()-+ 5'),
  maxLength: 24,
});

test.each([
  ['+55 (11) 98765-4321', '(11) 98765-4321'],
  ['011987654321', '(11) 98765-4321'],
  ['11987654321', '(11) 98765-4321'],
  ['5511987654321', '(11) 98765-4321'],
  ['(11) 3456-7890', '(11) 3456-7890'],
  ['+55 11 3456 7890', '(11) 3456-7890'],
  ['55991234567', '(55) 99123-4567'],
  ['1198765432', '(11) 98765-432'],
  ['+351 912 345 678', '+351912345678'],
  ['1', '(1'],
  ['119', '(11) 9'],
  ['', ''],
])('shows %s as %s', (pasted, shown) => {
  expect(formatPhone(pasted)).toBe(shown);
});

test('a twelfth digit is kept, not swallowed', () => {
  expect(formatPhone('(11) 98765-43210')).toBe('119876543210');
});

test('never loses a digit but a country code or a trunk zero', () => {
  fc.assert(
    fc.property(typedText, (text) => {
      const before = digitsOf(text);
      const after = digitsOf(formatPhone(text));
      expect([after, `55${after}`, `0${after}`]).toContain(before);
    }),
  );
});

test('is idempotent', () => {
  fc.assert(
    fc.property(typedText, (text) => {
      const once = formatPhone(text);
      expect(formatPhone(once)).toBe(once);
    }),
  );
});

test('typing a digit anywhere leaves the caret right behind it', () => {
  const national = fc.string({ unit: fc.constantFrom(...'123456789'), maxLength: 10 });
  fc.assert(
    fc.property(national, fc.nat(), fc.constantFrom(...'123456789'), (digits, seed, digit) => {
      const before = formatPhone(digits);
      const caret = seed % (before.length + 1);
      const after = {
        text: before.slice(0, caret) + digit + before.slice(caret),
        caret: caret + 1,
      };
      const masked = applyMask(formatPhone, { text: before, caret }, after);
      const right = digitsOf(before.slice(caret));
      expect(digitsOf(masked.text.slice(masked.caret))).toBe(right);
      expect(masked.text[masked.caret - 1]).toBe(digit);
    }),
  );
});

test('deleting one sign after another empties the field from anywhere', () => {
  const national = fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 11 });
  fc.assert(
    fc.property(national, (digits) => {
      let typed = { text: formatPhone(digits), caret: formatPhone(digits).length };
      for (let press = 0; typed.text !== '' && press < 11; press += 1) {
        const { text, caret } = typed;
        const after = { text: text.slice(0, caret - 1) + text.slice(caret), caret: caret - 1 };
        typed = applyMask(formatPhone, typed, after);
      }
      expect(typed.text).toBe('');
    }),
  );
});

test('Backspace on a sign of the mask deletes the digit before it', () => {
  const before = { text: '(11) 98765-4321', caret: 5 };
  const after = { text: '(11)98765-4321', caret: 4 };
  expect(applyMask(formatPhone, before, after)).toEqual({ text: '(19) 87654-321', caret: 2 });
});

test('Delete before a sign of the mask deletes the digit behind it', () => {
  const before = { text: '(11) 98765-4321', caret: 10 };
  const after = { text: '(11) 987654321', caret: 10 };
  expect(applyMask(formatPhone, before, after)).toEqual({ text: '(11) 98765-321', caret: 10 });
});
