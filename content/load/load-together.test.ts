import { expect, test } from 'vitest';
import { editableCopy } from './editable-copy.ts';

test.each([
  ['1.497', 'R$ 1.497,00 ou R$ 1,50: escreva "1.497,00" ou "1,50"', 'o número 1.497'],
  ['1497', 'R$ 1.497,00 ou R$ 14,97: escreva "1.497,00" ou "14,97"', 'o número 1497'],
  ['"1,497"', 'R$ 1,50 ou R$ 1.497,00: escreva "1,50" ou "1.497,00"', 'o texto "1,497"'],
])('a price of %s is refused with both readings', (written, readings, found) => {
  using copy = editableCopy();
  copy.replace('offer.yaml', 'cash: 1.497,00', `cash: ${written}`);
  expect(copy.problems()).toEqual([
    `content/offer.yaml, linha 12, campo "price.cash": esperava um valor em reais com centavos, como "1.497,00", ou "149700 centavos", encontrou ${found}; pode ser ${readings}`,
  ]);
});

test('a price with one reading is refused with the way to write it', () => {
  using copy = editableCopy();
  copy.replace('offer.yaml', 'installment: 150,30', 'installment: 150.3');
  expect(copy.problems()).toEqual([
    'content/offer.yaml, linha 14, campo "price.installment": esperava um valor em reais com centavos, como "1.497,00", ou "149700 centavos", encontrou o número 150.3; escreva "150,30"',
  ]);
});

test('a struck price below the price at once is refused', () => {
  using copy = editableCopy();
  copy.replace('offer.yaml', 'full: 3.497,00', 'full: 1.397,00');
  expect(copy.problems()).toEqual([
    'content/offer.yaml, linha 11, campo "price.full": esperava um preço cheio que não fique abaixo do preço à vista (R$ 1.497,00), encontrou o texto "1.397,00"',
  ]);
});

test('instalments that sum to less than the price at once are refused', () => {
  using copy = editableCopy();
  copy.replace('offer.yaml', 'installment: 150,30', 'installment: 15,03');
  expect(copy.problems()).toEqual([
    'content/offer.yaml, linha 14, campo "price.installment": esperava parcelas que somem pelo menos o preço à vista (R$ 1.497,00; 12 x R$ 15,03 = R$ 180,36), encontrou o texto "15,03"',
  ]);
});

test('a text cut by what YAML takes for a comment is named with what was kept and what was lost', () => {
  using copy = editableCopy();
  copy.replace('hero.yaml', 'label: Quero entrar na comunidade', 'label: Somos #1 do Brasil');
  expect(copy.problems()).toEqual([
    'content/hero.yaml, linha 26: o YAML lê só "Somos" e toma "#1 do Brasil" por comentário; ponha o texto entre aspas ("Somos #1 do Brasil"), ou o comentário em uma linha só dele',
  ]);
});

test('a text that is nothing but such a comment is told as well', () => {
  using copy = editableCopy();
  copy.replace('hero.yaml', 'label: Quero entrar na comunidade', 'label: #1 do Brasil');
  expect(copy.problems()).toContain(
    'content/hero.yaml, linha 26: o YAML lê só "" e toma "#1 do Brasil" por comentário; ponha o texto entre aspas ("#1 do Brasil"), ou o comentário em uma linha só dele',
  );
});

test('comments after numbers, and on lines of their own, are comments', () => {
  using copy = editableCopy();
  copy.replace('site.yaml', 'seats: 8', 'seats: 8 # até março');
  copy.replace('site.yaml', 'demo: true', 'demo: true # ainda');
  copy.replace('site.yaml', 'gtag: null', 'gtag: null # por enquanto');
  copy.replace('site.yaml', 'contact:', 'contact: # da loja');
  expect(copy.problems()).toEqual([]);
});

test('a file in another encoding is named with its first line that shows it', () => {
  using copy = editableCopy();
  copy.write('header.yaml', Buffer.from('home: Inicio\ncta:\n  label: Aplicação\n', 'latin1'));
  expect(copy.problems()).toEqual([
    'content/header.yaml, linha 3: o arquivo não está em UTF-8, e os acentos se perderiam; salve-o de novo com a codificação UTF-8',
  ]);
});

test('a file in UTF-16, as some editors call Unicode, is told as well', () => {
  using copy = editableCopy();
  copy.write('header.yaml', Buffer.from('\uFEFFhome: Inicio\n', 'utf16le'));
  expect(copy.problems()[0]).toMatch(/^content\/header.yaml, linha 1: o arquivo não está em UTF-8/);
});

test('the mark that some editors put in front of UTF-8 changes nothing', () => {
  using copy = editableCopy();
  copy.replace('header.yaml', '# yaml', '\uFEFF# yaml');
  expect(copy.problems()).toEqual([]);
});

test('a link to a place the page does not have is named with the one that was meant', () => {
  using copy = editableCopy();
  copy.replace('footer.yaml', '"#fundador"', '"#fundadora"');
  expect(copy.problems()).toEqual([
    'content/footer.yaml, linha 10, campo "links[2].href": a página não tem a âncora "#fundadora"; você quis dizer "#fundador"?',
  ]);
});

test('a link to a section that is left out is dead too', () => {
  using copy = editableCopy();
  copy.replace('site.yaml', '  - aplicacao\n', '');
  expect(copy.problems()).toHaveLength(1);
  expect(copy.problems()[0]).toMatch(
    /campo "links\[1\]\.href": a página não tem a âncora "#formulario-aplicacao"; /,
  );
});

test('a section that is left out needs no file', () => {
  using copy = editableCopy();
  copy.replace('site.yaml', '  - autoridade\n', '');
  copy.remove('authority.yaml');
  expect(copy.problems()).toEqual([]);
});

test('a name in braces whose section is left out is refused wherever it is quoted', () => {
  using copy = editableCopy();
  copy.replace('site.yaml', '  - curriculo\n', '');
  expect(copy.problems()).toEqual([
    'content/authority.yaml, linha 29, campo "highlights[4].value": {modules} não tem valor: a seção ou o campo dele foi deixado de fora',
    'content/offer.yaml, linha 20, campo "receipt.items[1].name": {modules} não tem valor: a seção ou o campo dele foi deixado de fora',
  ]);
});

test('a section that does not exist, or stands twice, is refused', () => {
  using copy = editableCopy();
  copy.replace('site.yaml', '  - equipe\n', '  - problema\n');
  expect(copy.problems()).toEqual([
    'content/site.yaml, linha 29, campo "sections": esperava uma lista em que nenhuma seção se repete, encontrou uma lista com 10 itens',
  ]);
});

test('a value of one’s own may have any name but those that are taken', () => {
  using copy = editableCopy();
  copy.replace('site.yaml', 'seats: 8', 'seats: 8\n  sabores: 12\n  product: Bolo');
  copy.replace('hero.yaml', 'text: "Mais', 'text: "{sabores} sabores. Mais');
  expect(copy.problems()).toEqual([
    'content/site.yaml, linha 123, campo "facts.product": {product} já é o nome de outro valor',
  ]);
});
