import { expect, test } from 'vitest';
import { createPasswords, judgePassword } from './passwords.ts';

test('verifies only the right password, and salts each hash', async () => {
  const passwords = createPasswords();
  const stored = await passwords.hash('girassol no telhado');
  expect(await passwords.verify('girassol no telhado', stored)).toBe(true);
  expect(await passwords.verify('girassol no Telhado', stored)).toBe(false);
  expect(await passwords.hash('girassol no telhado')).not.toBe(stored);
});

test('verifies letters that another keyboard composes of other characters', async () => {
  const passwords = createPasswords();
  const stored = await passwords.hash('promoc\u0327a\u0303o relâmpago');
  expect(await passwords.verify('promoção relâmpago', stored)).toBe(true);
});

test('verifies no password of a missing account', async () => {
  expect(await createPasswords().verify('', null)).toBe(false);
});

const COMMON =
  `Senha123 Brasil2024 brasil2026 flamengo10 flamengo2024 Flamengo@2024 Flamengo@2024! 123456789a a123456789
  Mudar@123 mudar@1234 Mudar12345 Trocar@123 TrocarSenha@123 Senha@2024 Senha@12345 senhasenha1 minhasenha2026
  SenhaForte123! SenhaSegura123! corinthians1910 palmeiras2024 vascodagama saopaulo@123 santosfc10 cruzeiro10 gremio1903
  jesuscristo deusefiel7 amoreterno teamo12345 familia123 meuamor123 gabriel123 mariana2024 fernanda10 princesa10
  Admin@12345 administrador1 usuario123 Bemvindo1! Empresa@2024 Vendas@2024 teste@1234 Janeiro2024 Novembro2026
  1020304050 0102030405 1234567890 0987654321 112233445566 11987654321 123123123a 1q2w3e4r5t 1qaz@WSX3edc qwerty123456
  aaaaaaaaaaaa abababababab abcd123456 Password123! P@ssw0rd123 Welcome2024! iloveyou123 letmein1234 sunshine123
  football123 starwars123 pokemon123 monkey12345 Changeme@1 Funil@2024`.split(/\s+/);

test('refuses all common Brazilian and worldwide passwords of a list', async () => {
  const accepted: string[] = [];
  for (const password of COMMON) {
    if ((await judgePassword(password, 'ana@escola.test')) === null) accepted.push(password);
  }
  expect(accepted).toEqual([]);
  expect(COMMON).toHaveLength(71);
});

test.each([
  ['123456789', 'length'],
  ['ç'.repeat(9), 'length'],
  ['ana@escola.test', 'pwned'],
  ['escola2026!', 'pwned'],
  ['mais um girassol', null],
  ['girassol no telhado', null],
  ['bolo de cenoura', null],
  ['correct horse battery', null],
  ['minha avó faz pão de queijo', null],
  ['trem-violino-pastel', null],
  ['k3W#pz!29q', null],
  ['hx82mzkq0w', null],
])('judges the password “%s” as %s', async (password, expected) => {
  expect(await judgePassword(password, 'ana@escola.test')).toBe(expected);
});
