import { expect, test } from 'vitest';
import { isEmail, sanitizeEmail } from './email.ts';
import { doubtAbout, LEAD_RULES } from './lead-rules.ts';

test.each([
  'maria@example.com.',
  'maria@example.com,\u200f',
  'mailto:maria@example.com',
  '\u202a<maria@example.com>\u202c',
  '"maria@example.com"',
  "'maria@example.com",
  '(maria@example.com)',
  '“maria@example.com”',
  ' maria\u200b@example.com',
])('removes the signs around the copied address %j', (typed) => {
  expect(sanitizeEmail(typed)).toBe('maria@example.com');
});

test.each(['m.aria+curso@example.com.br', 'maria@', '', "o'hara@example.com"])(
  'changes nothing in the typed address %j',
  (typed) => {
    expect(sanitizeEmail(typed)).toBe(typed);
  },
);

test.each(['a@b.c', 'joão+x@exemplo.com.br', '"x"@[1.2]', 'a@b..'])(
  'accepts the address %j',
  (address) => {
    expect(isEmail(address)).toBe(true);
  },
);

test.each([
  ...['maria @example.com', 'maria@example,com', 'maria@@example.com', 'maria@example.', ''],
  ...['@', 'a@', '@b.c', 'a@b', 'a@.c', 'a@b.', 'a@b@c.d', 'a b@c.d', 'a@b .c'],
])('refuses the address %j', (typed) => {
  expect(isEmail(typed)).toBe(false);
  expect(isEmail(sanitizeEmail(typed))).toBe(false);
});

test.each([
  ...['maria@gmail.con', 'maria@hotmail.vom', 'maria@gmial.com', 'maria@gmail.com.br'],
  'Maria@Gmai.com',
])('doubts the address %s', (typed) => {
  expect(doubtAbout(typed, LEAD_RULES.email)).toContain('letra trocada');
});

test.each(['maria@gmail.com', 'maria@empresa.co', 'maria@con.example'])(
  'has no doubt about the address %s',
  (typed) => {
    expect(doubtAbout(typed, LEAD_RULES.email)).toBeUndefined();
  },
);
