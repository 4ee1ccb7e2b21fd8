import { expect, test } from 'vitest';
import { editableCopy } from './editable-copy.ts';

test('a text where a number belongs is named with file, line, field and what was found', () => {
  using copy = editableCopy();
  copy.replace('offer.yaml', 'installments: 12', 'installments: doze');
  expect(copy.problems()).toEqual([
    'content/offer.yaml, linha 13, campo "price.installments": esperava um número, encontrou o texto "doze"',
  ]);
});

test('a number where a text belongs comes with the advice to quote it', () => {
  using copy = editableCopy();
  copy.replace('hero.yaml', 'label: CRM', 'label: 42');
  expect(copy.problems()).toEqual([
    'content/hero.yaml, linha 42, campo "flow.nodes[3].label": esperava um texto, encontrou o número 42; ponha o valor entre aspas',
  ]);
});

test('an unquoted text that begins with a brace comes with the advice to quote it', () => {
  using copy = editableCopy();
  copy.replace('curriculum.yaml', 'moduleLabel: Módulo', 'moduleLabel: {product}');
  expect(copy.problems()).toEqual([
    'content/curriculum.yaml, linha 11, campo "moduleLabel": esperava um texto, encontrou um grupo de campos; um texto que começa com { ou [, ou que contém ": ", fica entre aspas',
  ]);
});

test('a missing field is named with the line of the group it belongs to', () => {
  using copy = editableCopy();
  copy.replace('team.yaml', '    name: Davi Canutto\n', '');
  expect(copy.problems()).toEqual([
    'content/team.yaml, linha 17, campo "videos[2].name": falta este campo obrigatório; esperava um texto',
  ]);
});

test('an empty field is told from a missing one', () => {
  using copy = editableCopy();
  copy.replace('not-found.yaml', 'back: Return to Home', 'back:');
  expect(copy.problems()).toEqual([
    'content/not-found.yaml, linha 7, campo "back": esperava um texto, encontrou um campo vazio',
  ]);
});

test('an empty text counts as not filled in', () => {
  using copy = editableCopy();
  copy.replace('not-found.yaml', 'back: Return to Home', "back: '  '");
  expect(copy.problems()).toEqual([
    'content/not-found.yaml, linha 7, campo "back": esperava um texto preenchido, encontrou um texto vazio',
  ]);
});

test('an unknown field is named with the one that was probably meant', () => {
  using copy = editableCopy();
  copy.replace('header.yaml', 'cta:', 'cat: 1\ncta:');
  expect(copy.problems()).toEqual([
    'content/header.yaml, linha 5, campo "cat": este campo não existe; você quis dizer "cta"?',
  ]);
});

test('an unknown field like no other is answered with the known ones', () => {
  using copy = editableCopy();
  copy.replace('header.yaml', 'cta:', 'telefone: x\ncta:');
  expect(copy.problems()).toEqual([
    'content/header.yaml, linha 5, campo "telefone": este campo não existe; os campos aqui são: home, cta',
  ]);
});

test('an unknown field inside a list gets its suggestion too', () => {
  using copy = editableCopy();
  copy.replace('curriculum.yaml', '   exclusive: true', '   exclusivo: true');
  expect(copy.problems()).toEqual([
    'content/curriculum.yaml, linha 28, campo "modules[2].items[3].exclusivo": este campo não existe; você quis dizer "exclusive"?',
  ]);
});

test('a list with too few items says how many are needed', () => {
  using copy = editableCopy();
  copy.replace('application.yaml', /process:\n(?: {2}- .*\n)+/, 'process: []\n');
  expect(copy.problems()).toEqual([
    'content/application.yaml, linha 19, campo "process": esperava uma lista com pelo menos 1 item, encontrou uma lista com 0 itens',
  ]);
});

test('a value outside a fixed set lists the set', () => {
  using copy = editableCopy();
  copy.replace('site.yaml', 'consent: notice', 'consent: popup');
  expect(copy.problems()).toEqual([
    'content/site.yaml, linha 64, campo "tracking.consent": esperava um destes valores: "notice", "banner", encontrou o texto "popup"',
  ]);
});

test('an address without https is refused', () => {
  using copy = editableCopy();
  copy.replace('site.yaml', 'https://checkout.example/engrena-ia', 'checkout.example');
  expect(copy.problems()).toEqual([
    'content/site.yaml, linha 51, campo "checkout.url": esperava um endereço completo, que começa com https://, encontrou o texto "checkout.example"',
  ]);
});

test('a video code of the wrong length is refused', () => {
  using copy = editableCopy();
  copy.replace('videos.yaml', 'demoMembro1', 'demo1');
  expect(copy.problems()).toEqual([
    'content/videos.yaml, linha 10, campo "videos[1].id": esperava o código de 11 caracteres de um vídeo do YouTube, encontrou o texto "demo1"',
  ]);
});

test('emphasis that is opened and not closed is refused', () => {
  using copy = editableCopy();
  copy.replace('problem.yaml', '**não é falta de ferramenta**', '**não é falta');
  expect(copy.problems()).toEqual([
    'content/problem.yaml, linha 5, campo "title": esperava um título em que todo ** aberto também é fechado, encontrou o texto "O que segura você **não é falta"',
  ]);
});

test('an unknown placeholder is named with the one that was probably meant', () => {
  using copy = editableCopy();
  copy.replace('application.yaml', '{seats}', '{seat}');
  expect(copy.problems()).toEqual([
    'content/application.yaml, linha 10, campo "badge": {seat} não existe; você quis dizer {seats}?',
  ]);
});

test('an id used twice in a list is refused', () => {
  using copy = editableCopy();
  copy.replace('videos.yaml', 'demoMembro2', 'demoMembro1');
  expect(copy.problems()).toEqual([
    'content/videos.yaml, linha 9, campo "videos": esperava uma lista em que nenhum "id" se repete, encontrou uma lista com 4 itens',
  ]);
});

test('a picture that is not in the images folder is named', () => {
  using copy = editableCopy();
  copy.replace('founder.yaml', 'image: fundador.png', 'image: fundadora.png');
  expect(copy.problems()).toEqual([
    'content/founder.yaml, linha 9, campo "portrait.image": a imagem "fundadora.png" não está em content/images; você quis dizer "fundador.png"?',
  ]);
});

test('a missing file is named once', () => {
  using copy = editableCopy();
  copy.remove('lead-dialog.yaml');
  expect(copy.problems()).toEqual([
    'content/lead-dialog.yaml: o arquivo não existe ou não pode ser lido',
  ]);
});

test('an empty file misses all its fields', () => {
  using copy = editableCopy();
  copy.write('header.yaml', '');
  expect(copy.problems()).toEqual([
    'content/header.yaml, linha 1, campo "home": falta este campo obrigatório; esperava um texto',
    'content/header.yaml, linha 1, campo "cta": falta este campo obrigatório; esperava um grupo de campos',
  ]);
});

test('a file that is no group of fields is refused as a whole', () => {
  using copy = editableCopy();
  copy.write('header.yaml', 'PREENCHER APLICAÇÃO');
  expect(copy.problems()).toEqual([
    'content/header.yaml, linha 1: esperava um grupo de campos, encontrou o texto "PREENCHER APLICAÇÃO"',
  ]);
});
