import { sectionNames } from '@funil/content/schema/sections';
import { expect, test } from 'vitest';
import { groundsOf } from './grounds.ts';

const say = (...args: Parameters<typeof groundsOf>) =>
  groundsOf(...args)
    .map(({ tone, isRaised }) => (isRaised ? `${tone}+` : tone))
    .join(' ');

test('the demonstration’s sections alternate as they were designed', () => {
  expect(say(sectionNames, 'ink')).toBe('ink paper ink ink+ paper accent paper ink paper ink');
});

test('no three dark sections follow each other, nor two light ones', () => {
  expect(say(['autoridade', 'videos', 'oferta', 'equipe'], 'ink')).toBe('ink paper ink ink+');
  expect(say(['casos', 'depoimentos', 'curriculo', 'fundador'], 'ink')).toBe('paper ink paper ink');
});

test('a page that begins light is the same, turned', () => {
  expect(say(['casos', 'aplicacao', 'oferta', 'fundador'], 'paper')).toBe('ink accent paper ink');
});
