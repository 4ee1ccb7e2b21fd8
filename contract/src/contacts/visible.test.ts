import { expect, test } from 'vitest';
import { APPLICATION_RULES } from './application-rules.ts';
import { isPhone, LEAD_RULES } from './lead-rules.ts';
import {
  APPLICATION_COLUMN_KINDS,
  isApplicationAnswerValid,
  sanitizeApplicationAnswer,
} from './questions/application-questions.ts';
import { listLeadColumnQuestions, makeLeadFields } from './questions/lead-questions.ts';

const ask = (key: keyof typeof APPLICATION_COLUMN_KINDS) => ({
  key,
  kind: APPLICATION_COLUMN_KINDS[key],
  required: true,
});

const INVISIBLE = [
  ['a zero-width space', '\u200b'],
  ['a braille blank', '\u2800'],
  ['a Hangul filler', '\u3164'],
  ['a soft hyphen', '\u00ad'],
  ['a right-to-left override', '\u202e'],
  ['a variation selector', '\ufe0f'],
  ['a tag', '\u{e0041}'],
  ['a no-break space', '\u00a0'],
  ['a control', '\u0007'],
  ['half an emoji', '\ud83d'],
] as const;

test.each(INVISIBLE)('refuses a name, company, role or text that has only %s', (_, character) => {
  const text = character.repeat(20);
  expect(LEAD_RULES.nome.isValid(text)).toBe(false);
  expect(LEAD_RULES.nome.isValid(`A${text}`)).toBe(false);
  for (const field of ['nome', 'empresa', 'cargo', 'principais_desafios'] as const) {
    expect(APPLICATION_RULES[field].isValid(text)).toBe(false);
  }
  expect(APPLICATION_RULES.email.isValid(`${character}@${character}.${character}`)).toBe(false);
});

test('accepts invisible characters inside a name', () => {
  expect(LEAD_RULES.nome.isValid('A\u200dB')).toBe(true);
  expect(LEAD_RULES.nome.isValid('Jo\u00adão \ufe0f')).toBe(true);
  expect(LEAD_RULES.nome.isValid('👩‍👧')).toBe(true);
});

test('removes half an emoji before validation', () => {
  const typed = { nome: 'Ana \ud83d', telefone: '(11) 98765-4321\udc00' };
  const fields = makeLeadFields(listLeadColumnQuestions(), typed);
  expect(fields).toEqual({ nome: 'Ana', telefone: '(11) 98765-4321' });
  expect(isApplicationAnswerValid(ask('principais_desafios'), `a${'\ud83d'.repeat(20)}b`)).toBe(
    false,
  );
});

test('refuses an overlong number or address, and cuts an overlong text', () => {
  expect(isPhone('1'.repeat(40))).toBe(true);
  expect(isPhone('1'.repeat(41))).toBe(false);
  expect(isApplicationAnswerValid(ask('email'), `${'x'.repeat(250)}@a.bc`)).toBe(false);
  expect(isApplicationAnswerValid(ask('instagram'), `@${'x'.repeat(100)}`)).toBe(false);
  expect(sanitizeApplicationAnswer(ask('nome'), 'x'.repeat(300))).toHaveLength(200);
});
