import { expect, test } from 'vitest';
import { listChanges } from './list-changes.ts';

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

test('says which changes lead buyers or visitors elsewhere', () => {
  const site = (url: string) => ({
    site: { url, description: url, checkout: { url }, tracking: { pixel: url } },
  });
  const changes = listChanges(site('https://escola.test'), site('https://outra.test'));
  expect(changes.map(({ label, redirects }) => [label, redirects])).toEqual([
    ['Marca › O endereço público da página', true],
    ['Marca › Descrição para buscadores e links', false],
    ['Checkout › O endereço do checkout', true],
    ['Medição › Código do pixel da Meta', true],
  ]);
  const product = { names: ['Mentoria'], platform: 'kiwify', url: 'https://pay.kiwify.com.br/m' };
  expect(listChanges({ site: {} }, { site: { products: [product] } })).toMatchObject([
    { after: 'https://pay.kiwify.com.br/m', redirects: true },
  ]);
});
