import { expect, test } from 'vitest';
import { fillPlaceholders, preventLineBreaks } from './texts.ts';

test('replaces placeholders at any depth and keeps other values', () => {
  const value = { badge: '{seats} vagas', steps: [{ text: 'Apenas {seats}' }], tag: null, n: 3 };
  expect(fillPlaceholders(value, new Map([['seats', '8']]))).toEqual({
    badge: '8 vagas',
    steps: [{ text: 'Apenas 8' }],
    tag: null,
    n: 3,
  });
});

test('keeps braces inside the value of a placeholder', () => {
  const values = new Map([
    ['product', 'A {seats} B'],
    ['seats', '8'],
  ]);
  expect(fillPlaceholders('{product}', values)).toBe('A {seats} B');
});

test('writes R$ once where the text says it before a value that has it', () => {
  const values = new Map([['preco_a_vista', 'R$ 297,00']]);
  expect(fillPlaceholders('por R$ {preco_a_vista}', values)).toBe('por R$ 297,00');
});

test.each([
  ['por R$ 1.497,00 à vista', 'por R$~1.497,00 à vista'],
  ['de R$ 5 mil a R$ 1,5 milhão', 'de R$~5~mil a R$~1,5~milhão'],
  ['caiu de 9 horas para 40 segundos', 'caiu de 9~horas para 40~segundos'],
  ['300+ membros ativos em 2-3 semanas', '300+~membros ativos em 2-3~semanas'],
  ['de 22% para 8% no segundo mês (CDC, art. 49)', 'de 22% para 8% no segundo mês (CDC, art.~49)'],
  ['ou 12x de R$ 150,30', 'ou 12x~de~R$~150,30'],
  ['Um áudio às 2h14 da manhã', 'Um áudio às 2h14 da manhã'],
])('joins numbers and units by non-breaking spaces in "%s"', (written, joined) => {
  expect(preventLineBreaks(written)).toBe(joined.replaceAll('~', '\u00a0'));
});

test('breaks lines in a text that another program wrote with no-break spaces only', () => {
  const pasted = 'Aprenda a vender, por R$ 97,00, o que já sabe'.replaceAll(' ', '\u00a0');
  expect(preventLineBreaks(`**Hoje** ${pasted}`)).toBe(
    '**Hoje** Aprenda a vender, por R$\u00a097,00, o que já sabe',
  );
  expect(preventLineBreaks('a Engrena\u00a0IA ensina')).toBe('a Engrena\u00a0IA ensina');
});

test('keeps “e-mail” on one line', () => {
  expect(preventLineBreaks('pelo e-mail que')).toBe('pelo e\u2060-\u2060mail que');
});

test('keeps the spaces of fields that a checkout or a report compares', () => {
  const site = { product: 'Turma 12 meses', checkout: { funnel: 'turma 12 meses' } };
  expect(preventLineBreaks(site)).toEqual(site);
});
