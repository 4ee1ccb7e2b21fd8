import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyMask, type Typed } from './mask.ts';
import { completeWhatsapp, formatWhatsapp } from './whatsapp.ts';

const digitsOf = (text: string) => text.replace(/\D/g, '');
const typedText = fc.string({ unit: fc.constantFrom(...'0123456789()-+ 5'), maxLength: 24 });

/** What stands in the field after each of `signs` was typed at its end. */
function type(signs: string): string {
  let typed: Typed = { text: '', caret: 0 };
  for (const sign of signs) {
    const text = typed.text + sign;
    typed = applyMask(formatWhatsapp, typed, { text, caret: text.length });
  }
  return typed.text;
}

test.each([
  ['5511987654321', '+55 (11) 98765-4321'],
  ['+55 11 98765 4321', '+55 (11) 98765-4321'],
  ['+55 (11) 3456-7890', '+55 (11) 3456-7890'],
  ['+55 011 98765-4321', '+55 (11) 98765-4321'],
  ['+351 912 345 678', '+351912345678'],
  ['11987654321', '+11987654321'],
  ['+1 (212) 555-0123', '+12125550123'],
  ['551', '+55 (1'],
  ['55', '+55'],
  ['+', '+'],
  ['abc', ''],
  ['', ''],
])('shows %s typed as %s', (typed, shown) => {
  expect(type(typed)).toBe(shown);
});

test.each([
  ['11987654321', '+55 (11) 98765-4321'],
  ['(11) 98765-4321', '+55 (11) 98765-4321'],
  ['1134567890', '+55 (11) 3456-7890'],
  ['011987654321', '+55 (11) 98765-4321'],
  ['5511987654321', '+55 (11) 98765-4321'],
  ['55999123456', '+55 (55) 99912-3456'],
  ['+55 11 98765-4321', '+55 (11) 98765-4321'],
  ['+11987654321', '+11987654321'],
  ['+351912345678', '+351912345678'],
  ['1198765', '+1198765'],
])('shows %s pasted as %s', (pasted, shown) => {
  expect(completeWhatsapp(pasted)).toBe(shown);
});

test('a twelfth national digit is kept, not swallowed', () => {
  expect(formatWhatsapp('+55 (11) 98765-43210')).toBe('+55119876543210');
});

test('never loses a digit but a repeated country code or a trunk zero', () => {
  fc.assert(
    fc.property(typedText, (text) => {
      const before = digitsOf(text);
      const after = digitsOf(formatWhatsapp(text));
      const national = after.replace(/^55/, '');
      expect([after, `5555${national}`, `550${national}`]).toContain(before);
    }),
  );
});

test('is idempotent, typed or whole', () => {
  fc.assert(
    fc.property(typedText, (text) => {
      const typed = formatWhatsapp(text);
      const whole = completeWhatsapp(text);
      expect(formatWhatsapp(typed)).toBe(typed);
      expect(completeWhatsapp(whole)).toBe(whole);
    }),
  );
});

test('typing a digit anywhere leaves the caret right behind it', () => {
  const national = fc.string({ unit: fc.constantFrom(...'12346789'), maxLength: 10 });
  const code = fc.constantFrom('55', '351', '1');
  fc.assert(
    fc.property(code, national, fc.nat(), fc.constantFrom(...'12346789'), (...drawn) => {
      const [country, digits, seed, digit] = drawn;
      const before = formatWhatsapp(country + digits);
      const caret = seed % (before.length + 1);
      const text = before.slice(0, caret) + digit + before.slice(caret);
      const masked = applyMask(formatWhatsapp, { text: before, caret }, { text, caret: caret + 1 });
      expect(digitsOf(masked.text.slice(masked.caret))).toBe(digitsOf(before.slice(caret)));
      expect(masked.text[masked.caret - 1]).toBe(digit);
    }),
  );
});

test('deleting one sign after another empties the field', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 13 }), (digits) => {
      let typed: Typed = { text: formatWhatsapp(digits), caret: formatWhatsapp(digits).length };
      for (let press = 0; typed.text !== '' && press < 14; press += 1) {
        const { text, caret } = typed;
        const after = { text: text.slice(0, caret - 1) + text.slice(caret), caret: caret - 1 };
        typed = applyMask(formatWhatsapp, typed, after);
      }
      expect(typed.text).toBe('');
    }),
  );
});
