import { expect, test } from 'vitest';
import { makeEditableCopy, problemsAfterEdit } from './editable-copy.ts';
import { loadContent } from './load.ts';

test('a text where a number belongs is named with file, line, field and what was found', () => {
  expect(problemsAfterEdit('offer.yaml', 'installments: 12', 'installments: doze')).toEqual([
    'content/offer.yaml, linha 13, campo "price.installments": esperava um número, encontrou o texto "doze"',
  ]);
});

test('a number where a text belongs comes with the advice to quote it', () => {
  expect(problemsAfterEdit('hero.yaml', 'label: CRM', 'label: 42')).toEqual([
    'content/hero.yaml, linha 42, campo "flow.nodes[3].label": esperava um texto, encontrou o número 42; ponha o valor entre aspas',
  ]);
});

test('an unquoted text that begins with a brace comes with the advice to quote it', () => {
  expect(
    problemsAfterEdit('curriculum.yaml', 'moduleLabel: Módulo', 'moduleLabel: {product}'),
  ).toEqual([
    'content/curriculum.yaml, linha 11, campo "moduleLabel": esperava um texto, encontrou um grupo de campos; um texto que começa com { ou [, ou que contém ": ", fica entre aspas',
  ]);
});

test('a missing field is named with the line of the group it belongs to', () => {
  expect(problemsAfterEdit('team.yaml', '    name: Davi Canutto\n', '')).toEqual([
    'content/team.yaml, linha 17, campo "videos[2].name": falta este campo obrigatório; esperava um texto',
  ]);
});

test('an empty field is told from a missing one', () => {
  expect(problemsAfterEdit('not-found.yaml', 'back: Return to Home', 'back:')).toEqual([
    'content/not-found.yaml, linha 7, campo "back": esperava um texto, encontrou um campo vazio',
  ]);
});

test('an empty text counts as not filled in', () => {
  expect(problemsAfterEdit('not-found.yaml', 'back: Return to Home', "back: '  '")).toEqual([
    'content/not-found.yaml, linha 7, campo "back": esperava um texto preenchido, encontrou um texto vazio',
  ]);
});

test('an unknown field is named with the one that was probably meant', () => {
  expect(problemsAfterEdit('header.yaml', 'cta:', 'cat: 1\ncta:')).toEqual([
    'content/header.yaml, linha 5, campo "cat": este campo não existe; você quis dizer "cta"?',
  ]);
});

test('an unknown field like no other is answered with the known ones', () => {
  expect(problemsAfterEdit('header.yaml', 'cta:', 'telefone: x\ncta:')).toEqual([
    'content/header.yaml, linha 5, campo "telefone": este campo não existe; os campos aqui são: home, cta',
  ]);
});

test('an unknown field inside a list gets its suggestion too', () => {
  expect(problemsAfterEdit('curriculum.yaml', '   exclusive: true', '   exclusivo: true')).toEqual([
    'content/curriculum.yaml, linha 28, campo "modules[2].items[3].exclusivo": este campo não existe; você quis dizer "exclusive"?',
  ]);
});

test('a list with too few items says how many are needed', () => {
  expect(
    problemsAfterEdit('application.yaml', /process:\n(?: {2}- .*\n)+/, 'process: []\n'),
  ).toEqual([
    'content/application.yaml, linha 19, campo "process": esperava uma lista com pelo menos 1 item, encontrou uma lista com 0 itens',
  ]);
});

test('a value outside a fixed set lists the set', () => {
  expect(problemsAfterEdit('site.yaml', 'consent: notice', 'consent: popup')).toEqual([
    'content/site.yaml, linha 64, campo "tracking.consent": esperava um destes valores: "notice", "banner", encontrou o texto "popup"',
  ]);
});

test('an address without https is refused', () => {
  expect(
    problemsAfterEdit('site.yaml', 'https://checkout.example/engrena-ia', 'checkout.example'),
  ).toEqual([
    'content/site.yaml, linha 51, campo "checkout.url": esperava um endereço completo, que começa com https://, encontrou o texto "checkout.example"',
  ]);
});

test('a video code of the wrong length is refused', () => {
  expect(problemsAfterEdit('videos.yaml', 'demoMembro1', 'demo1')).toEqual([
    'content/videos.yaml, linha 10, campo "videos[1].id": esperava o código de 11 caracteres de um vídeo do YouTube, encontrou o texto "demo1"',
  ]);
});

test('emphasis that is opened and not closed is refused', () => {
  expect(
    problemsAfterEdit('problem.yaml', '**não é falta de ferramenta**', '**não é falta'),
  ).toEqual([
    'content/problem.yaml, linha 5, campo "title": esperava um título em que todo ** aberto também é fechado, encontrou o texto "O que segura você **não é falta"',
  ]);
});

test('an unknown placeholder is named with the one that was probably meant', () => {
  expect(problemsAfterEdit('application.yaml', '{seats}', '{seat}')).toEqual([
    'content/application.yaml, linha 10, campo "badge": {seat} não existe; você quis dizer {seats}?',
  ]);
});

test('an id used twice in a list is refused', () => {
  expect(problemsAfterEdit('videos.yaml', 'demoMembro2', 'demoMembro1')).toEqual([
    'content/videos.yaml, linha 9, campo "videos": esperava uma lista em que nenhum "id" se repete, encontrou uma lista com 4 itens',
  ]);
});

test('a picture that is not in the images folder is named', () => {
  expect(problemsAfterEdit('founder.yaml', 'image: fundador.png', 'image: fundadora.png')).toEqual([
    'content/founder.yaml, linha 9, campo "portrait.image": a imagem "fundadora.png" não está em content/images; você quis dizer "fundador.png"?',
  ]);
});

test('a missing file is named once', () => {
  using copy = makeEditableCopy();
  copy.remove('lead-dialog.yaml');
  expect(copy.problems()).toEqual([
    'content/lead-dialog.yaml: o arquivo não existe ou não pode ser lido',
  ]);
});

test('an empty file misses all its fields', () => {
  using copy = makeEditableCopy();
  copy.write('header.yaml', '');
  expect(copy.problems()).toEqual([
    'content/header.yaml, linha 1, campo "home": falta este campo obrigatório; esperava um texto',
    'content/header.yaml, linha 1, campo "cta": falta este campo obrigatório; esperava um grupo de campos',
  ]);
});

test('a file that is no group of fields is refused as a whole', () => {
  using copy = makeEditableCopy();
  copy.write('header.yaml', 'PREENCHER APLICAÇÃO');
  expect(copy.problems()).toEqual([
    'content/header.yaml, linha 1: esperava um grupo de campos, encontrou o texto "PREENCHER APLICAÇÃO"',
  ]);
});

test('broken YAML is explained with line and column', () => {
  using copy = makeEditableCopy();
  copy.write('header.yaml', 'home: "Início\n');
  expect(copy.problems()).toEqual([
    'content/header.yaml, linha 2, coluna 1: o arquivo não está em YAML válido: falta fechar aspas, colchetes ou chaves, ou faltam os dois-pontos do campo',
  ]);
});

test('a field written twice is explained', () => {
  using copy = makeEditableCopy();
  copy.write('header.yaml', 'home: a\nhome: b\ncta:\n  label: c\n');
  expect(copy.problems()).toEqual([
    'content/header.yaml, linha 2, coluna 1: o arquivo não está em YAML válido: o campo aparece duas vezes no mesmo grupo',
  ]);
});

test('everything wrong is listed at once, by file and line', () => {
  using copy = makeEditableCopy();
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
  using copy = makeEditableCopy();
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
  using copy = makeEditableCopy();
  copy.replace('site.yaml', 'product: Engrena IA', `product: ${'Engrena '.repeat(12)}`);
  copy.replace('hero.yaml', 'title: Ponha', 'title: "{product}"\n# Ponha');
  expect(copy.problems()).toEqual([
    'content/hero.yaml, linha 6, campo "title": esperava um texto com até 80 caracteres, encontrou o texto "{product}"',
  ]);
});

test('a checkout platform that there is not is answered with those that there are', () => {
  expect(problemsAfterEdit('site.yaml', '  # platform: hotmart', '  platform: hotmarkt')).toEqual([
    expect.stringMatching(
      /^content\/site\.yaml, linha \d+, campo "checkout\.platform": esperava um destes valores: "hotmart", "kiwify", .* encontrou o texto "hotmarkt"/,
    ),
  ]);
});

test.each([
  [
    'platform: kiwify\n  refParameter: aff_sub',
    /campo "checkout\.refParameter": esperava este campo só com "platform: other" .*, encontrou o texto "aff_sub"/,
  ],
  [
    'refParameter: utm_source',
    /campo "checkout\.refParameter": esperava um parâmetro que a página não usa \(.*utm_source/,
  ],
  [
    'refParameter: aff sub',
    /campo "checkout\.refParameter": esperava o nome de um parâmetro, como "aff_sub"/,
  ],
])('a parameter that cannot carry the reference is told why: %s', (lines, sentence) => {
  expect(problemsAfterEdit('site.yaml', '# platform: hotmart', lines)).toEqual([
    expect.stringMatching(sentence),
  ]);
});

test.each([
  ['1.497', 'R$ 1.497,00 ou R$ 1,50: escreva "1.497,00" ou "1,50"', 'o número 1.497'],
  ['1497', 'R$ 1.497,00 ou R$ 14,97: escreva "1.497,00" ou "14,97"', 'o número 1497'],
  ['"1,497"', 'R$ 1,50 ou R$ 1.497,00: escreva "1,50" ou "1.497,00"', 'o texto "1,497"'],
])('a price of %s is refused with both readings', (written, readings, found) => {
  expect(problemsAfterEdit('offer.yaml', 'cash: 1.497,00', `cash: ${written}`)).toEqual([
    `content/offer.yaml, linha 12, campo "price.cash": esperava um valor em reais com centavos, como "1.497,00", ou "149700 centavos", encontrou ${found}; pode ser ${readings}`,
  ]);
});

test('a price with one reading is refused with the way to write it', () => {
  expect(problemsAfterEdit('offer.yaml', 'installment: 150,30', 'installment: 150.3')).toEqual([
    'content/offer.yaml, linha 14, campo "price.installment": esperava um valor em reais com centavos, como "1.497,00", ou "149700 centavos", encontrou o número 150.3; escreva "150,30"',
  ]);
});

test('a struck price below the price at once is refused', () => {
  expect(problemsAfterEdit('offer.yaml', 'full: 3.497,00', 'full: 1.397,00')).toEqual([
    'content/offer.yaml, linha 11, campo "price.full": esperava um preço cheio que não fique abaixo do preço à vista (R$ 1.497,00), encontrou o texto "1.397,00"',
  ]);
});

test('instalments that sum to less than the price at once are refused', () => {
  expect(problemsAfterEdit('offer.yaml', 'installment: 150,30', 'installment: 15,03')).toEqual([
    'content/offer.yaml, linha 14, campo "price.installment": esperava parcelas que somem pelo menos o preço à vista (R$ 1.497,00; 12 x R$ 15,03 = R$ 180,36), encontrou o texto "15,03"',
  ]);
});

test('a text cut by what YAML takes for a comment is named with what was kept and what was lost', () => {
  expect(
    problemsAfterEdit(
      'hero.yaml',
      'label: Quero entrar na comunidade',
      'label: Somos #1 do Brasil',
    ),
  ).toEqual([
    'content/hero.yaml, linha 26: o YAML lê só "Somos" e toma "#1 do Brasil" por comentário; ponha o texto entre aspas ("Somos #1 do Brasil"), ou o comentário em uma linha só dele',
  ]);
});

test('a text that is nothing but such a comment is told as well', () => {
  expect(
    problemsAfterEdit('hero.yaml', 'label: Quero entrar na comunidade', 'label: #1 do Brasil'),
  ).toContain(
    'content/hero.yaml, linha 26: o YAML lê só "" e toma "#1 do Brasil" por comentário; ponha o texto entre aspas ("#1 do Brasil"), ou o comentário em uma linha só dele',
  );
});

test('comments after numbers, and on lines of their own, are comments', () => {
  using copy = makeEditableCopy();
  copy.replace('site.yaml', 'seats: 8', 'seats: 8 # até março');
  copy.replace('site.yaml', 'demo: true', 'demo: true # ainda');
  copy.replace('site.yaml', 'gtag: null', 'gtag: null # por enquanto');
  copy.replace('site.yaml', 'contact:', 'contact: # da loja');
  expect(copy.problems()).toEqual([]);
});

test('a file in another encoding is named with its first line that shows it', () => {
  using copy = makeEditableCopy();
  copy.write('header.yaml', Buffer.from('home: Inicio\ncta:\n  label: Aplicação\n', 'latin1'));
  expect(copy.problems()).toEqual([
    'content/header.yaml, linha 3: o arquivo não está em UTF-8, e os acentos se perderiam; salve-o de novo com a codificação UTF-8',
  ]);
});

test.each(['\uFEFFhome: Inicio\n', 'home: Inicio\n'])(
  'a file in UTF-16, as some editors call Unicode, is told as well: %j',
  (text) => {
    using copy = makeEditableCopy();
    copy.write('header.yaml', Buffer.from(text, 'utf16le'));
    expect(copy.problems()[0]).toMatch(
      /^content\/header.yaml, linha 1: o arquivo não está em UTF-8/,
    );
  },
);

test('the mark that some editors put in front of UTF-8 changes nothing', () => {
  expect(problemsAfterEdit('header.yaml', '# yaml', '\uFEFF# yaml')).toEqual([]);
});

test('a link to a place the page does not have is named with the one that was meant', () => {
  expect(problemsAfterEdit('footer.yaml', '"#fundador"', '"#fundadora"')).toEqual([
    'content/footer.yaml, linha 10, campo "links[2].href": a página não tem a âncora "#fundadora"; você quis dizer "#fundador"?',
  ]);
});

test('a link to a section that is left out is dead too', () => {
  expect(problemsAfterEdit('site.yaml', '  - aplicacao\n', '')).toEqual([
    expect.stringContaining('a página não tem a âncora "#formulario-aplicacao"; '),
  ]);
});

test('a section that is left out needs no file', () => {
  using copy = makeEditableCopy();
  copy.replace('site.yaml', '  - autoridade\n', '');
  copy.remove('authority.yaml');
  expect(copy.problems()).toEqual([]);
});

test('a name in braces whose section is left out is refused wherever it is quoted', () => {
  expect(problemsAfterEdit('site.yaml', '  - curriculo\n', '')).toEqual([
    'content/authority.yaml, linha 29, campo "highlights[4].value": {modules} não tem valor: a seção ou o campo dele foi deixado de fora',
    'content/offer.yaml, linha 20, campo "receipt.items[1].name": {modules} não tem valor: a seção ou o campo dele foi deixado de fora',
  ]);
});

test('a section that does not exist, or stands twice, is refused', () => {
  expect(problemsAfterEdit('site.yaml', '  - equipe\n', '  - problema\n')).toEqual([
    'content/site.yaml, linha 29, campo "sections": esperava uma lista em que nenhuma seção se repete, encontrou uma lista com 10 itens',
  ]);
});

test('a value of one’s own may have any name but those that are taken', () => {
  using copy = makeEditableCopy();
  copy.replace('site.yaml', 'seats: 8', 'seats: 8\n  sabores: 12\n  product: Bolo');
  copy.replace('hero.yaml', 'text: "Mais', 'text: "{sabores} sabores. Mais');
  expect(copy.problems()).toEqual([
    'content/site.yaml, linha 123, campo "facts.product": {product} já é o nome de outro valor',
  ]);
});
