import { expect, test } from 'vitest';
import { judgePassword } from './judge-password.ts';

test.each([
  ['123456789', 'length'],
  ['ç'.repeat(9), 'length'],
  ['1234567890', 'pwned'],
  ['aaaaaaaaaaaa', 'pwned'],
  ['abababababab', 'pwned'],
  ['Password123!', 'pwned'],
  ['minhasenha2026', 'pwned'],
  ['ana@escola.test', 'pwned'],
  ['mariana123!', 'pwned'],
  ['girassol no telhado', null],
  ['correct horse battery', null],
  ['k3W#pz!29q', null],
  ['ééé-abcdef', null],
])('%s is judged %s', (password, expected) => {
  const email = password.startsWith('mariana') ? 'mariana@escola.test' : 'ana@escola.test';
  expect(judgePassword(password, email)).toBe(expected);
});
