import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyMask, type TypedText } from './mask.ts';
import { completeWhatsapp, formatPhone, formatWhatsapp } from './phone.ts';
import { joinPhone } from './phone-parts.ts';
import { findLeadDoubt } from './questions/lead-questions.ts';

const digitsOf = (text: string) => text.replace(/\D/g, '');
/** Texts with a plus at the start only, because a later plus begins a second number. */
const typedText = fc
  .tuple(
    fc.constantFrom('', '+', '(+'),
    fc.string({ unit: fc.constantFrom(...'0123456789()- 5'), maxLength: 24 }),
  )
  .map((parts) => parts.join(''));
/** Two numbers, and links, as people paste them instead of one number. */
const PASTED_WITH_MORE = [
  ...['11987654321 / 11912345678', '(11) 98765-4321 ou (11) 3333-4444', '11 98765-4321, 3333-4444'],
  ...['+55 11 98765-4321 / +55 11 91234-5678', '11 98765-4321 / +351 912 345 678'],
  ...['(11) 98765-4321 (21) 98765-4322', '+55 11 98765-4321 +55 21 98765-4322'],
  ...['(11) 98765-4321 – 9h às 18h', '11 98765-4321 – 11 91234-5678', '+55 11 98765-4321 — 24h'],
  ...['(11) 98765-4321 - 9h', '11 98765-4321 - 14h às 18h', '11987654321 -9h', '11 98765-4321 9h'],
  ...['(11) 98765-4321 - ramal 12', '11 98765-4321 - 12', '+55 11 98765-4321. 9 às 18'],
  ...['11 98765-4321 - 3333-4444', '11987654321 - 11912345678', '11 98765-4321 / 9h'],
  ...['(11) 98765-4321 (só whats)', '11 98765 - 4321 - 9h', '015 11 98765 - 4321'],
  ...['https://wa.me/5511987654321', 'wa.me/+5511987654321', 'wa.me/5511987654321?text=Oi%20123'],
  ...['https://api.whatsapp.com/send?phone=5511987654321&text=Quero%20as%2010%20aulas'],
  ...['https://api.whatsapp.com/send/?phone=%2B5511987654321&text&type=phone_number&app_absent=0'],
  ...['https://web.whatsapp.com/send?phone=5511987654321', 'tel:+5511987654321;ext=12'],
];
const MASKS = [
  ['a phone', formatPhone, ['']],
  ['a WhatsApp number', formatWhatsapp, ['55', '351', '1']],
] as const;

/** Returns a field's text after each of `signs` was typed at its end. */
function type(signs: string, format = formatWhatsapp): string {
  let typed: TypedText = { text: '', caret: 0 };
  for (const sign of signs) {
    const text = typed.text + sign;
    typed = applyMask(format, typed, { text, caret: text.length });
  }
  return typed.text;
}

test.each([
  ['+55 (11) 98765-4321', '(11) 98765-4321'],
  ['(11) 3456-7890', '(11) 3456-7890'],
  ['55991234567', '(55) 99123-4567'],
  ['1198765432', '(11) 98765-432'],
  ['+351 912 345 678', '+351912345678'],
  ['\u202a+34 612 34 56 78\u202c', '+34612345678'],
  ['tel:+1-212-555-0123', '+12125550123'],
  ['0 41 (21) 3456-7890', '(21) 3456-7890'],
  ['+55 015 11 98765-4321', '(11) 98765-4321'],
  ['+212 522 34 56 78', '+212522345678'],
  ['0055 11 98765-4321', '(11) 98765-4321'],
  ['0055 11 98765–4321', '(11) 98765-4321'],
  ['+55 (011) 98765‑4321', '(11) 98765-4321'],
  ['+44 (0)7911 123−456', '+447911123456'],
  ['+44 20 7946 - 0958', '+442079460958'],
  ['(+44) (0)20 7946 0958', '+442079460958'],
  ['+44 020 7946 0958', '+442079460958'],
  ['+4402079460958', '+442079460958'],
  ['+44 07911 123456', '+447911123456'],
  ['0049 0151 23456789', '+4915123456789'],
  ['+353 085 123 4567', '+353851234567'],
  ['+81 090-1234-5678', '+819012345678'],
  ['+225 07 12 34 56 78', '+2250712345678'],
  ['+390612345678', '+390612345678'],
  ['+39 (0)6 1234 5678', '+390612345678'],
  ['（１１）９８７６５－４３２１', '(11) 98765-4321'],
  ['+55', '+55'],
  ['1', '(1'],
  ['', ''],
])('shows the phone %s as %s', (pasted, shown) => {
  expect(formatPhone(pasted)).toBe(shown);
});

test.each(PASTED_WITH_MORE)('shows the first number of %s', (pasted) => {
  expect(formatPhone(pasted)).toBe('(11) 98765-4321');
  expect(completeWhatsapp(pasted)).toBe('+55 (11) 98765-4321');
});

test('keeps every digit when one is typed before the plus', () => {
  expect(formatWhatsapp('1+55 (12) 11111-11')).toBe('+155121111111');
});

test('keeps a foreign number while it is typed after 00', () => {
  expect(type('00351912345678', formatPhone)).toBe('+351912345678');
  expect(type('00351912345678')).toBe('+351912345678');
  expect(type('001 415 555 2671')).toBe('+14155552671');
  expect(type('0055 11 98765-4321')).toBe('+55 (11) 98765-4321');
});

test('keeps every wide digit while it is typed', () => {
  expect(type('１１９８７６５４３２１', formatPhone)).toBe('(11) 98765-4321');
  expect(type('１１９８７６５４３２１')).toBe('+55 (11) 98765-4321');
});

test.each([
  ['0 15 11 98765-4321', '(11) 98765-4321'],
  ['0 41 21 98765-4321', '(21) 98765-4321'],
])('removes the carrier while %s is typed', (typed, shown) => {
  expect(type(typed, formatPhone)).toBe(shown);
  expect(type(typed)).toBe(`+55 ${shown}`);
});

const doubtAbout = (phone: string) =>
  findLeadDoubt({ key: 'telefone', kind: 'phone', required: true }, phone);

test.each(['(11) 99 8765-4321', '+55 11 99876-54321', '14155552671', '351912345678'])(
  'doubts %s, which is no number of Brazil and names no country',
  (typed) => {
    const doubt = 'Confira o número. De outro país, comece com +.';
    expect(doubtAbout(formatPhone(typed))).toBe(doubt);
    expect(doubtAbout(formatWhatsapp(typed))).toBe(doubt);
  },
);

test.each([
  ...['(11) 98765-432', '(11) 87654-321', '+55 (11) 98765-432'],
  // Without an area code, the number has ten digits because of the country code.
  formatWhatsapp('912345678'),
])('doubts %s, which lacks a digit', (phone) => {
  expect(doubtAbout(phone)).toBe('Falta um dígito? Celular tem 9.');
});

test.each(['11987654321', '1134567890', '+351912345678', '+14155552671', '5521987654321', '119'])(
  'has no doubt about %s',
  (typed) => {
    expect(doubtAbout(formatPhone(typed))).toBeUndefined();
    expect(doubtAbout(formatWhatsapp(typed))).toBeUndefined();
  },
);

test('keeps a twelfth digit, which no Brazilian number has', () => {
  expect(formatPhone('(11) 98765-43210')).toBe('119876543210');
  expect(formatWhatsapp('+55 (11) 98765-43210')).toBe('+55119876543210');
});

test.each([
  ['+351 912 345 678', '+351912345678'],
  ['1', '+55 (1'],
  ['11987654321', '+55 (11) 98765-4321'],
  ['5521987654321', '+55 (21) 98765-4321'],
  ['55999123456', '+55 (55) 99912-3456'],
  ['551', '+55 (1'],
  ['+55', '+55'],
  ['+', '+'],
  ['abc', ''],
  ['', ''],
])('shows the typed WhatsApp number %s as %s', (typed, shown) => {
  expect(type(typed)).toBe(shown);
});

test.each([
  ['11987654321', '+55 (11) 98765-4321'],
  ['011987654321', '+55 (11) 98765-4321'],
  ['5511987654321', '+55 (11) 98765-4321'],
  ['55999123456', '+55 (55) 99912-3456'],
  ['+11987654321', '+11987654321'],
  ['+351912345678', '+351912345678'],
  ['351912345678', '+351912345678'],
  ['00351 912 345 678', '+351912345678'],
  ['1198765', '+55 (11) 98765'],
])('shows the pasted WhatsApp number %s as %s', (pasted, shown) => {
  expect(completeWhatsapp(pasted)).toBe(shown);
});

test('keeps all digits of a phone except a country code, a trunk zero and a carrier', () => {
  fc.assert(
    fc.property(typedText, (text) => {
      const after = digitsOf(formatPhone(text));
      expect(digitsOf(text)).toMatch(new RegExp(`^(?:00)?(?:55)?(?:55|0?\\d\\d|0)?${after}$`));
    }),
  );
});

test('keeps all digits of a Brazilian mobile, with and without 55 and a plus', () => {
  // Many zeros, so that some stand together within the number.
  const areaDigit = fc.constantFrom(...'123456789');
  const digit = fc.constantFrom(...'0000123456789');
  const mobile = fc
    .tuple(areaDigit, areaDigit, fc.string({ unit: digit, minLength: 8, maxLength: 8 }))
    .map(([first, second, number]) => `${first}${second}9${number}`);
  const spaced = (digits: string) => digits.replace(/(..)(.....)(....)/, '$1 $2 $3');
  fc.assert(
    fc.property(fc.oneof(mobile, fc.constantFrom('11980031012', '11900310123')), (digits) => {
      const prefixes = ['', '55', '+55', '+55 '];
      for (const typed of prefixes.flatMap((code) => [code + digits, code + spaced(digits)])) {
        expect(digitsOf(formatPhone(typed)), typed).toBe(digits);
        expect(digitsOf(formatWhatsapp(typed)), typed).toBe(`55${digits}`);
        expect(digitsOf(joinPhone({ number: typed })), typed).toBe(digitsOf(typed));
      }
    }),
  );
});

test('keeps all digits of a WhatsApp number except country codes, trunk zeros and a carrier', () => {
  fc.assert(
    fc.property(typedText, (text) => {
      const after = digitsOf(formatWhatsapp(text));
      const national = after.replace(/^55/, '');
      const isKept = new RegExp(`^(0|55)*(1[245]|[2-4]1)?${national}$`).test(digitsOf(text));
      expect(isKept || digitsOf(text) === after, text).toBe(true);
    }),
  );
});

test.each([formatPhone, formatWhatsapp, completeWhatsapp])(
  'changes nothing when %o formats a text again',
  (format) => {
    fc.assert(
      fc.property(typedText, (text) => {
        expect(format(format(text))).toBe(format(text));
      }),
    );
  },
);

test.each(MASKS)('keeps the caret of %s after a typed digit', (_, format, codes) => {
  // No 5 and no 0, because after a country code they may form a second country code or a trunk zero.
  const national = fc.string({ unit: fc.constantFrom(...'12346789'), maxLength: 10 });
  const digit = fc.constantFrom(...'12346789');
  fc.assert(
    fc.property(
      fc.constantFrom(...codes),
      national,
      fc.nat(),
      digit,
      (code, digits, seed, typed) => {
        const before = format(code + digits);
        // The first digits of a longer number may be a carrier, which the mask removes.
        fc.pre(digitsOf(before).length <= 12);
        const caret = seed % (before.length + 1);
        const text = before.slice(0, caret) + typed + before.slice(caret);
        const masked = applyMask(format, { text: before, caret }, { text, caret: caret + 1 });
        expect(digitsOf(masked.text.slice(masked.caret))).toBe(digitsOf(before.slice(caret)));
        expect(masked.text[masked.caret - 1]).toBe(typed);
      },
    ),
  );
});

test.each(MASKS)('empties %s when every character is deleted', (_, format) => {
  const any = fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 13 });
  fc.assert(
    fc.property(any, (digits) => {
      let typed: TypedText = { text: format(digits), caret: format(digits).length };
      for (let press = 0; typed.text !== '' && press < 14; press += 1) {
        const { text, caret } = typed;
        const after = { text: text.slice(0, caret - 1) + text.slice(caret), caret: caret - 1 };
        typed = applyMask(format, typed, after);
      }
      expect(typed.text).toBe('');
    }),
  );
});

test('deletes the digit on the left when Backspace removes a character of the mask', () => {
  const before = { text: '(11) 98765-4321', caret: 5 };
  const after = { text: '(11)98765-4321', caret: 4 };
  expect(applyMask(formatPhone, before, after)).toEqual({ text: '(19) 87654-321', caret: 2 });
});

test('deletes the digit on the right when Delete removes a character of the mask', () => {
  const before = { text: '(11) 98765-4321', caret: 10 };
  const after = { text: '(11) 987654321', caret: 10 };
  expect(applyMask(formatPhone, before, after)).toEqual({ text: '(11) 98765-321', caret: 10 });
});
