import { expect, test } from 'vitest';
import { createContactMatcher } from './contact-matcher.ts';

const matchContacts = createContactMatcher({
  phone: '(11) 98765-4321',
  email: 'ana+curso@exemplo.com',
});

test.each([
  ...['ANA+Curso@Exemplo.com', '{"email":"ana+curso\\u0040exemplo.com"}'],
  ...['{"email":"Ana\\u002Bcurso\\u0040exemplo\\u002ecom"}'],
  ...['{"raw":"{\\"email\\":\\"ana+curso\\\\u0040exemplo.com\\"}"}'],
  ...['nome=Ana&email=ana%2Bcurso%40exemplo.com&x=1', 'obs=falar+com+ana%2bcurso%40exemplo%2ecom'],
  ...['https://x.test/?utm_content=%61na%2Bcurso%2540exemplo.com', 'nota\\nana+curso@exemplo.com.'],
  ...['ana+curso@exemplo.com²', '①ana+curso@exemplo.com', 'ana+curso@exemplo.com™'],
  ...['ana+curso&#64;exemplo.com', 'ana+\u200bcurso@exemplo.com', 'ana+curso＠exemplo．com'],
])('finds an e-mail in %s', (text) => {
  expect(matchContacts(text)).toEqual({ phone: false, email: true });
});

test.each([
  ...['+55 (11) 98765-4321', '{"ddd":"11","fone":"987654321"}', 'fone=%2B55%2811%29%2098765-4321'],
  ...['{"fone":5511987654321}', 'fone=55+11+98765-4321'],
  // Apps copy a contact's phone with marks of its direction, and a hyphen at which no line breaks.
  '\u202a+55 11 98765\u20114321\u202c',
  '(11) 98765 – 4321',
  'Zap (11) 98765-4321 – 10h às 12h',
  'Zap （１１）９８７６５－４３２１',
  '(11) 98765-4321²',
])('finds a phone in %s', (text) => {
  expect(matchContacts(text)).toEqual({ phone: true, email: false });
});

test.each([
  ...['mariana+curso@exemplo.com', 'ana+curso@exemplo.com.br', 'curso@exemplo.com'],
  ...['{"time":1798765432112345}', '"a":98765,"b":4321', '%zz%'],
])('finds neither contact in %s', (text) => {
  expect(matchContacts(text)).toEqual({ phone: false, email: false });
});
