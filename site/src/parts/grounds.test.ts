import { expect, test } from 'vitest';
import { sectionBackgrounds } from './grounds.ts';

const describeTones = (...args: Parameters<typeof sectionBackgrounds>) =>
  sectionBackgrounds(...args)
    .map(({ tone, isRaised }) => (isRaised ? `${tone}+` : tone))
    .join(' ');

test('alternates the demonstration’s sections as designed', () => {
  const names = [
    'problema',
    'casos',
    'autoridade',
    'videos',
    'depoimentos',
    'aplicacao',
    'curriculo',
    'oferta',
    'perguntas',
    'fundador',
    'equipe',
  ] as const;
  expect(describeTones(names, 'ink')).toBe(
    'ink paper ink ink+ paper accent paper ink ink+ paper ink',
  );
});

test('avoids three dark and two light sections in a row', () => {
  expect(describeTones(['autoridade', 'videos', 'oferta', 'equipe'], 'ink')).toBe(
    'ink paper ink ink+',
  );
  expect(describeTones(['casos', 'depoimentos', 'curriculo', 'fundador'], 'ink')).toBe(
    'paper ink paper ink',
  );
});

test('swaps the tones of a page that begins light', () => {
  expect(describeTones(['casos', 'aplicacao', 'oferta', 'fundador'], 'paper')).toBe(
    'ink accent paper ink',
  );
});
