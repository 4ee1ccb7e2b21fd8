import { expect, test } from 'vitest';
import { keepTogether } from './keep-together.ts';

test.each([
  ['por R$ 1.497,00 à vista', 'por R$~1.497,00 à vista'],
  ['de R$ 5 mil a R$ 1,5 milhão', 'de R$~5~mil a R$~1,5~milhão'],
  ['caiu de 9 horas para 40 segundos', 'caiu de 9~horas para 40~segundos'],
  ['300+ membros ativos em 2-3 semanas', '300+~membros ativos em 2-3~semanas'],
  ['de 22% para 8% no segundo mês (CDC, art. 49)', 'de 22% para 8% no segundo mês (CDC, art.~49)'],
  ['Um áudio às 2h14 da manhã', 'Um áudio às 2h14 da manhã'],
])('"%s" breaks only where it reads well', (written, kept) => {
  expect(keepTogether(written)).toBe(kept.replaceAll('~', '\u00a0'));
});

test('what a checkout or a report compares stays as it was written', () => {
  const site = { product: 'Turma 12 meses', checkout: { funnel: 'turma 12 meses' } };
  expect(keepTogether(site)).toEqual(site);
});
