import { expect, test } from 'vitest';
import { findErrors } from './lead-fields.ts';

const TYPED = { nome: 'Ana Souza', telefone: '(11) 98765-4321' };

test('asks for an e-mail address only if content requires it', () => {
  expect(findErrors(TYPED)).toEqual({});
  expect(findErrors(TYPED, true)).toEqual({ email: 'Email inválido' });
  expect(findErrors({ ...TYPED, email: 'ana@souza.com.br\u200b' }, true)).toEqual({});
});

test('refuses an optional e-mail address that is wrong', () => {
  expect(findErrors({ ...TYPED, email: 'ana@souza' })).toEqual({ email: 'Email inválido' });
});
