import { expect, test } from 'vitest';
import { isEmail, sanitizeEmail } from './email.ts';
import { doubtAbout, LEAD_RULES } from './lead-rules.ts';

test.each([
  'maria@example.com.',
  'maria@example.com. ',
  'maria@example.com,\u200f',
  'maria@example.com;',
  'mailto:maria@example.com',
  '\u202a<maria@example.com>\u202c',
  '"maria@example.com"',
  "'maria@example.com",
  '(maria@example.com)',
  '“maria@example.com”',
  'maria@example.com!',
  ' maria\u200b@example.com',
])('sends the copied address %j alone', (typed) => {
  expect(sanitizeEmail(typed)).toBe('maria@example.com');
});

test.each(['m.aria+curso@example.com.br', 'maria@', '', "o'hara@example.com"])(
  'changes nothing in the typed address %j',
  (typed) => {
    expect(sanitizeEmail(typed)).toBe(typed);
  },
);

test.each(['maria @example.com', 'maria@example,com', 'maria@@example.com', 'maria@example.'])(
  'refuses the address %j',
  (typed) => {
    expect(isEmail(sanitizeEmail(typed))).toBe(false);
  },
);

test.each([
  ...['maria@gmail.con', 'maria@hotmail.vom', 'maria@gmial.com', 'maria@gmail.com.br'],
  'Maria@Gmai.com',
])('doubts the address %s', (typed) => {
  expect(doubtAbout(typed, LEAD_RULES.email)).toContain('letra trocada');
});

test.each([
  'maria@gmail.com',
  'maria@uol.com.br',
  'maria@empresa.co',
  'maria@con.example',
  'maria@',
])('has no doubt about the address %s', (typed) => {
  expect(doubtAbout(typed, LEAD_RULES.email)).toBeUndefined();
});
