import { expect, test } from 'vitest';
import { prefilled } from './platforms.ts';

const visitor = { key: '', name: ' Marina Prado ', phone: '(11) 98765-4321' };

test('name and phone are filled in as each platform takes them', () => {
  expect(prefilled('hotmart', visitor)).toEqual([
    ['name', 'Marina Prado'],
    ['phoneac', '11'],
    ['phonenumber', '987654321'],
  ]);
  expect(prefilled('kiwify', visitor)).toEqual([
    ['name', 'Marina Prado'],
    ['phone', '11987654321'],
  ]);
  expect(prefilled('ticto', visitor)).toEqual([['name', 'Marina Prado']]);
});

test('nothing is filled in where no platform is known to take it', () => {
  for (const platform of ['eduzz', 'hubla', 'tmb', 'other'] as const) {
    expect(prefilled(platform, visitor)).toEqual([]);
  }
});

test('a number with +55 is Brazilian, another country’s is left out', () => {
  const phoneOf = (phone: string) => prefilled('kiwify', { ...visitor, phone })[1]?.[1];
  expect(phoneOf('+55 (21) 3322-1100')).toBe('2133221100');
  expect(phoneOf('021987654321')).toBe('21987654321');
  expect(phoneOf('+351 912 345 678')).toBeUndefined();
});
