import { expect, test } from 'vitest';
import { listChanges, listDifferences } from './list-changes.ts';

test.each([
  [
    'the smallest parts',
    { title: 'a', price: { cash: '1,00' }, list: [{ x: 1 }, { x: 2 }] },
    { title: 'a', price: { cash: '2,00' }, list: [{ x: 1 }, { x: 3 }], note: 'n' },
    [
      { path: ['price', 'cash'], before: '1,00', after: '2,00' },
      { path: ['list', 1, 'x'], before: 2, after: 3 },
      { path: ['note'], before: undefined, after: 'n' },
    ],
  ],
  ['a longer list', ['a'], ['b', 'a'], [{ path: [], before: ['a'], after: ['b', 'a'] }]],
  [
    'a list in another order',
    { a: [1, 2, 3] },
    { a: [3, 1, 2] },
    [{ path: ['a'], before: [1, 2, 3], after: [3, 1, 2] }],
  ],
  [
    'a field with the name of an inherited property',
    {},
    { constructor: 'x' },
    [{ path: ['constructor'], before: undefined, after: 'x' }],
  ],
  [
    'each field of an added group',
    {},
    { a: { b: { c: 1 } } },
    [{ path: ['a', 'b', 'c'], before: undefined, after: 1 }],
  ],
])('lists as a difference %s', (_, before, after, differences) => {
  expect(listDifferences(before, after)).toEqual(differences);
});

test('names the items of a list by their titles', () => {
  const questions = [
    { kind: 'text', key: 'empresa', label: 'Nome da Empresa' },
    { kind: 'choice', key: 'item1', label: 'Quanto você fatura?' },
  ];
  const step = (count: number) => ({
    steps: { asking: [{ questions: questions.slice(0, count) }] },
  });
  expect(listChanges({ applicationModal: step(1) }, { applicationModal: step(2) })).toMatchObject([
    { before: 'Nome da Empresa', after: 'Nome da Empresa, Quanto você fatura?' },
  ]);
});

test('names sections as operators read them', () => {
  const sections = (...names: string[]) => ({ site: { sections: names } });
  expect(listChanges(sections('casos', 'oferta'), sections('oferta', 'casos'))).toMatchObject([
    { label: 'Marca › Seções', before: 'Casos, Oferta', after: 'Oferta, Casos' },
  ]);
});

test('shows the default of a field that the content lacks', () => {
  const site = (brand: object) => ({ site: { brand } });
  expect(listChanges(site({}), site({ showName: false }))).toMatchObject([
    { before: 'sim', after: 'não' },
  ]);
  expect(listChanges(site({}), site({ showName: true }))).toEqual([]);
  expect(listChanges(site({ showName: true }), site({}))).toEqual([]);
});

test('says which changes lead buyers or visitors elsewhere', () => {
  const site = (url: string) => ({
    site: { url, description: url, checkout: { url }, tracking: { pixel: url } },
  });
  const changes = listChanges(site('https://escola.test'), site('https://outra.test'));
  expect(changes.map(({ label, is_sensitive }) => [label, is_sensitive])).toEqual([
    ['Marca › O endereço público da página', true],
    ['Marca › Descrição para buscadores e links', false],
    ['Checkout › O endereço do checkout', true],
    ['Medição › Código do pixel da Meta', true],
  ]);
  const product = { names: ['Mentoria'], platform: 'kiwify', url: 'https://pay.kiwify.com.br/m' };
  expect(listChanges({ site: {} }, { site: { products: [product] } })).toMatchObject([
    { after: 'https://pay.kiwify.com.br/m', is_sensitive: true },
  ]);
});

test('names a test by the tested text and its version B, and a repeated test also by its name', () => {
  const site = (text: string, field = 'hero.title', name = 'Título') => ({
    site: { test: { name, field, text } },
  });
  expect(listChanges({ site: {} }, site('Já.'))).toMatchObject([
    { label: 'Primeira tela › A promessa › Versão B', before: null, after: 'Já.' },
  ]);
  expect(listChanges(site('Já.', 'faq.cta.label'), { site: {} })).toMatchObject([
    {
      label: 'Perguntas › Botão que abre o formulário curto › Texto do botão › Versão B',
      before: 'Já.',
      after: null,
    },
  ]);
  expect(listChanges(site('Já.'), site('Já.', 'hero.title', 'De novo'))).toMatchObject([
    { before: 'Já. (Título)', after: 'Já. (De novo)' },
  ]);
});
