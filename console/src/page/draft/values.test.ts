import { expect, test } from 'vitest';
import { addSection, completeAddress, completeColor, moveItem } from './values.ts';

test('moves an item up, down and not beyond the ends', () => {
  expect(moveItem(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
  expect(moveItem(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'c', 'b']);
  expect(moveItem(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
  expect(moveItem(['a', 'b'], 1, 2)).toEqual(['a', 'b']);
});

test('puts a section back in its usual place among the others', () => {
  const usual = ['problema', 'casos', 'videos', 'oferta'];
  expect(addSection(['problema', 'oferta'], 'casos', usual)).toEqual([
    'problema',
    'casos',
    'oferta',
  ]);
  expect(addSection(['oferta', 'casos'], 'problema', usual)).toEqual([
    'problema',
    'oferta',
    'casos',
  ]);
  expect(addSection(['oferta', 'casos'], 'videos', usual)).toEqual(['oferta', 'casos', 'videos']);
});

test.each([
  ['minhapagina.com.br/', 'https://minhapagina.com.br'],
  [' pay.kiwify.com.br/abc ', 'https://pay.kiwify.com.br/abc'],
  ['https://pay.kiwify.com.br/abc/', 'https://pay.kiwify.com.br/abc/'],
  ['http://minhapagina.com.br', 'http://minhapagina.com.br'],
  ['minha página', 'minha página'],
  ['', ''],
])('mends the address %o', (typed, mended) => {
  expect(completeAddress(typed)).toBe(mended);
});

test.each([
  ['0B0D10', '#0B0D10'],
  [' #0b0d10\u200b', '#0b0d10'],
  ['#0b0d10ff', '#0b0d10'],
  ['fa0', '#ffaa00'],
  ['#0b0d1', '#0b0d1'],
  ['#0b0d1080', '#0b0d1080'],
  ['azul', 'azul'],
])('completes the color "%s" that a design tool copied to "%s"', (typed, color) => {
  expect(completeColor(typed)).toBe(color);
});
