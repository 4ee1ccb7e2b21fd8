import { expect, test } from 'vitest';
import { editableCopy } from './editable-copy.ts';
import { loadContent } from './load.ts';

test('broken YAML is explained with line and column', () => {
  using copy = editableCopy();
  copy.write('header.yaml', 'home: "Início\n');
  expect(copy.problems()).toEqual([
    'content/header.yaml, linha 2, coluna 1: o arquivo não está em YAML válido: falta fechar aspas, colchetes ou chaves, ou faltam os dois-pontos do campo',
  ]);
});

test('a field written twice is explained', () => {
  using copy = editableCopy();
  copy.write('header.yaml', 'home: a\nhome: b\ncta:\n  label: c\n');
  expect(copy.problems()).toEqual([
    'content/header.yaml, linha 2, coluna 1: o arquivo não está em YAML válido: o campo aparece duas vezes no mesmo grupo',
  ]);
});

test('everything wrong is listed at once, by file and line', () => {
  using copy = editableCopy();
  copy.replace('offer.yaml', 'installments: 12', 'installments: doze');
  copy.replace('offer.yaml', 'eyebrow: O acesso', 'eyebrow: "{produto}"');
  copy.replace('header.yaml', 'label: PREENCHER APLICAÇÃO', 'label: 1');
  expect(() => loadContent(copy.folder)).toThrow(
    [
      'O conteúdo tem 3 problemas:',
      '- content/header.yaml, linha 6, campo "cta.label": esperava um texto, encontrou o número 1; ponha o valor entre aspas',
      '- content/offer.yaml, linha 4, campo "eyebrow": {produto} não existe; você quis dizer {product}?',
      '- content/offer.yaml, linha 13, campo "price.installments": esperava um número, encontrou o texto "doze"',
    ].join('\n'),
  );
});

test('what is printed is the sentences alone, without a stack', () => {
  using copy = editableCopy();
  copy.remove('hero.yaml');
  try {
    loadContent(copy.folder);
    expect.unreachable();
  } catch (error) {
    expect(error instanceof Error && error.stack).toBe(
      'O conteúdo tem 1 problema:\n- content/hero.yaml: o arquivo não existe ou não pode ser lido',
    );
  }
});

test('a text that is too long only once its names are filled in is told like any other', () => {
  using copy = editableCopy();
  copy.replace('site.yaml', 'product: Engrena IA', `product: ${'Engrena '.repeat(12)}`);
  copy.replace('hero.yaml', 'title: Ponha', 'title: "{product}"\n# Ponha');
  expect(copy.problems()).toEqual([
    'content/hero.yaml, linha 6, campo "title": esperava um texto com até 80 caracteres, encontrou o texto "{product}"',
  ]);
});
