import { expect, test } from 'vitest';
import { canonicalPhone } from './person.ts';
import { joinPhone, type PhoneParts } from './phone-parts.ts';

test.each<[PhoneParts, string | null]>([
  [{ area: '21', number: '987650011' }, '2187650011'],
  [{ area: '', number: '(31) 98765-1299' }, '3187651299'],
  [{ area: '11', number: '+55 11 98765-4330' }, '1187654330'],
  [{ area: '(21)', number: '3333-4444' }, '2133334444'],
  [{ area: '11,0', number: '987654332.0' }, '1187654332'],
  [{ area: '11', number: '987654332 / 33334444' }, '1187654332'],
  [{ area: '21', number: '="987650253"' }, '2187650253'],
  [{ area: '55', number: '11987654321' }, '1187654321'],
  [{ area: '+55 11', number: '987654321' }, '1187654321'],
  [{ country: '+55', area: '41', number: '988776655' }, '4188776655'],
  [{ country: '55', area: null, number: '5541988776655' }, '4188776655'],
  [{ area: '55', number: '11987654321', isAbroad: true }, '1187654321'],
  [{ area: '34', number: '992345678' }, '3492345678'],
  [{ number: 'Tel1 11987654321' }, '1187654321'],
  [{ number: 'fone1 11987654321 fone2 2133334444' }, '1187654321'],
  [{ number: 'tel.: 1 415 555 2671' }, '+14155552671'],
])('joins the Brazilian number %j', (parts, phone) => {
  expect(canonicalPhone(joinPhone(parts))).toBe(phone);
});

test.each<[PhoneParts, string]>([
  [{ country: '00351', number: '351912345678' }, '+351912345678'],
  [{ country: '1', number: '4155552671' }, '+14155552671'],
  [{ country: '44', number: '07911 123456' }, '+447911123456'],
  [{ country: '39', number: '3912345678' }, '+393912345678'],
  [{ area: '1', number: '4155552671' }, '+14155552671'],
  [{ area: '351', number: '912345678' }, '+351912345678'],
  [{ area: '34', number: '612345678' }, '+34612345678'],
  [{ area: '34', number: '912345678', isAbroad: true }, '+34912345678'],
  [{ area: '54', number: '91123456789' }, '+5491123456789'],
  [{ number: '351912345678', isAbroad: true }, '+351912345678'],
  [{ number: '+44 (0)20 7946 0958' }, '+442079460958'],
  [{ number: '+44 020 7946 0958' }, '+442079460958'],
  [{ number: '+4402079460958' }, '+442079460958'],
  [{ area: '49', number: '0049 (0) 30 123456' }, '+4930123456'],
  [{ number: '+39 (0)6 1234 5678' }, '+390612345678'],
])('keeps the country that stands beside the foreign number %j', (parts, phone) => {
  expect(canonicalPhone(joinPhone(parts))).toBe(phone);
});

test.each<PhoneParts>([
  { number: '4155552671', isAbroad: true },
  { area: '415', number: '5552671' },
  { country: '55', number: '351912345678' },
  { area: '20', number: '987654321' },
  { country: '351', number: '' },
])('reads no number when its country cannot be decided: %j', (parts) => {
  expect(canonicalPhone(joinPhone(parts))).toBeNull();
});
