import { expect, test } from 'vitest';
import { addNonBreakingSpaces, fillPlaceholders, findPlaceholders } from './texts.ts';

test('a name in braces becomes its value, wherever the text is', () => {
  const values = new Map([['seats', '8']]);
  const value = { badge: 'Restam {seats} vagas', steps: [{ text: 'Apenas {seats}' }], count: 3 };
  expect(fillPlaceholders(value, values)).toEqual({
    badge: 'Restam 8 vagas',
    steps: [{ text: 'Apenas 8' }],
    count: 3,
  });
});

test('null and false stay what they are', () => {
  expect(fillPlaceholders({ gtag: null, demo: false }, new Map())).toEqual({
    gtag: null,
    demo: false,
  });
});

test('a value that holds braces itself is not replaced again', () => {
  const values = new Map([
    ['product', 'A {seats} B'],
    ['seats', '8'],
  ]);
  expect(fillPlaceholders('{product}', values)).toBe('A {seats} B');
});

test('all names of a text are found', () => {
  expect(findPlaceholders('{projectMin} a {projectMax}')).toEqual(['projectMin', 'projectMax']);
});

test.each([
  ['por R$ 1.497,00 à vista', 'por R$~1.497,00 à vista'],
  ['de R$ 5 mil a R$ 1,5 milhão', 'de R$~5~mil a R$~1,5~milhão'],
  ['caiu de 9 horas para 40 segundos', 'caiu de 9~horas para 40~segundos'],
  ['300+ membros ativos em 2-3 semanas', '300+~membros ativos em 2-3~semanas'],
  ['de 22% para 8% no segundo mês (CDC, art. 49)', 'de 22% para 8% no segundo mês (CDC, art.~49)'],
  ['Um áudio às 2h14 da manhã', 'Um áudio às 2h14 da manhã'],
])('"%s" breaks only where it reads well', (written, kept) => {
  expect(addNonBreakingSpaces(written)).toBe(kept.replaceAll('~', '\u00a0'));
});

test('what a checkout or a report compares stays as it was written', () => {
  const site = { product: 'Turma 12 meses', checkout: { funnel: 'turma 12 meses' } };
  expect(addNonBreakingSpaces(site)).toEqual(site);
});
