import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeEditableCopy, problemsAfterEdit } from '../../testkit/editable-content.ts';
import { loadContent } from './load.ts';

/**
 * An edit and the expected problem. In `problem`, # stands for the number of the first line that contains `at` or, if
 * `at` is missing, `to`.
 */
type Edit = [file: string, from: string | RegExp, to: string, problem: string, at?: string];

function readEdit(text: string): Edit {
  const cells = /^(\S+): (.+) → (.+)\n {2}(.+)(?:\n {2}at (.+))?$/.exec(text) ?? [];
  const [, file = '', from = '', to = '', problem = '', at = to] = cells.map((cell) =>
    cell?.replaceAll('⏎', '\n'),
  );
  return [file, from, to, problem, at];
}

const EDITS = String.raw`
site.yaml: https://checkout.example/engrena-ia → https://checkout.example/a - Turma 3
  linha #, campo "checkout.url": esperava um só endereço, sem espaços e sem texto depois dele, encontrou o texto "https://checkout.example/a - Turma 3"
site.yaml: https://checkout.example/engrena-ia → https://checkout.example/ahttps://checkout.example/b
  linha #, campo "checkout.url": esperava um só endereço, sem espaços e sem texto depois dele, encontrou o texto "https://checkout.example/ahttps://checko…"
offer.yaml: installments: 12 → installments: doze
  linha #, campo "price.installments": esperava um número, encontrou o texto "doze"
offer.yaml: installments: 12 → installments: [12]
  linha #, campo "price.installments": esperava um número, encontrou uma lista com 1 item
hero.yaml: label: CRM → label: 42
  linha #, campo "flow.nodes[3].label": esperava um texto, encontrou o número 42; ponha o valor entre aspas
curriculum.yaml: moduleLabel: Módulo → moduleLabel: {product}
  linha #, campo "moduleLabel": esperava um texto, encontrou um grupo de campos; um texto que começa com { ou [, ou que contém ": ", fica entre aspas
not-found.yaml: back: Return to Home → back:
  linha #, campo "back": esperava um texto, encontrou um campo vazio
not-found.yaml: back: Return to Home → back: *Voltar*
  linha #: o arquivo não está em YAML válido: um texto que começa com * ou & fica entre aspas
not-found.yaml: back: Return to Home → back: &volta⏎  - *volta
  linha #: o arquivo não está em YAML válido: um texto que começa com * ou & fica entre aspas
  at   - *volta
not-found.yaml: back: Return to Home → back: "Vol\0tar"
  linha #, campo "back": o texto tem um caractere invisível, que veio de outro programa; digite-o de novo
not-found.yaml: back: Return to Home → back: "Voltar \ud83d"
  linha #, campo "back": o texto tem um caractere invisível, que veio de outro programa; digite-o de novo
not-found.yaml: back: Return to Home → back: '  '
  linha #, campo "back": esperava um texto preenchido, encontrou um texto vazio
header.yaml: cta: → cat: 1⏎cta:
  linha #, campo "cat": este campo não existe; você quis dizer "cta"?
header.yaml: cta: → telefone: x⏎cta:
  linha #, campo "telefone": este campo não existe; os campos aqui são: home, cta
application-modal.yaml: - kind: instagram → - kind: rede
  linha #, campo "steps.asking[1].questions[4].kind": esperava um destes valores: "text", "longText", "choice", "choices", "number", "email", "phone", "instagram", encontrou o texto "rede"
application-modal.yaml: kind: text⏎          key: cargo → kind: number⏎          key: cargo
  linha #, campo "steps.asking[2].questions[2].kind": esperava "text", o tipo de "cargo", encontrou o texto "number"
application-modal.yaml: key: 5k-10k → key: 5k-15k
  linha #, campo "steps.asking[2].questions[3].options[2].key": esperava uma destas chaves de "faturamento": "menos-5k", "5k-10k", "10k-30k", "30k-50k", encontrou o texto "5k-15k"
application-modal.yaml: key: cargo → key: utm_source
  linha #, campo "steps.asking[2].questions[2].key": esperava uma chave que o servidor não usa para outra coisa, encontrou o texto "utm_source"
application-modal.yaml: key: cargo → key: empresa
  linha #, campo "steps.asking[2].questions[2].key": esperava uma chave que nenhuma outra tem, encontrou o texto "empresa"
  at key: empresa⏎          label: Cargo
site.yaml: consent: notice → consent: popup
  linha #, campo "tracking.consent": esperava um destes valores: "notice", "banner", encontrou o texto "popup"
site.yaml: https://checkout.example/engrena-ia → checkout.example
  linha #, campo "checkout.url": esperava um endereço completo, que começa com https://, encontrou o texto "checkout.example"
site.yaml: https://checkout.example/engrena-ia → https://https://checkout.example/engrena-ia
  linha #, campo "checkout.url": esperava um endereço completo, que começa com https://, encontrou o texto "https://https://checkout.example/engrena…"
site.yaml: https://checkout.example/engrena-ia → https:/checkout.example
  linha #, campo "checkout.url": esperava um endereço completo, que começa com https://, encontrou o texto "https:/checkout.example"
not-found.yaml: back: Return to Home → back: !Voltar ao início
  linha #, coluna 7: o arquivo não está em YAML válido: um texto que começa com ! fica entre aspas
videos.yaml: demoMembro1 → demo1
  linha #, campo "videos[1].id": esperava o código de um vídeo do YouTube: o que vem depois de watch?v=, encontrou o texto "demo1"
problem.yaml: **não é falta de ferramenta** → **não é falta
  linha #, campo "title": esperava um título em que todo ** aberto também é fechado, encontrou o texto "O que te segura **não é falta"
application.yaml: {vagas} → {vaga}
  linha #, campo "badge": {vaga} não existe; você quis dizer {vagas}?
videos.yaml: demoMembro2 → demoMembro1
  linha #, campo "videos": esperava uma lista em que nenhum item se repete, encontrou uma lista com 4 itens
  at videos:
founder.yaml: image: fundador.png → image: fundadora.png
  linha #, campo "portrait.image": a imagem "fundadora.png" não está na pasta das imagens; você quis dizer "fundador.png"?
offer.yaml: cash: 1.497,00 → cash: 1.497
  linha #, campo "price.cash": esperava um valor em reais com centavos, como "1.497,00", encontrou o número 1.497; pode ser R$ 1.497,00 ou R$ 1,50: escreva "1.497,00" ou "1,50"
offer.yaml: installment: 150,30 → installment: 150.3
  linha #, campo "price.installment": esperava um valor em reais com centavos, como "1.497,00", encontrou o número 150.3; escreva "150,30"
offer.yaml: full: 3.497,00 → full: 1.397,00
  linha #, campo "price.full": esperava um preço antes do desconto que não fique abaixo do preço à vista (R$ 1.497,00), encontrou o texto "1.397,00"
offer.yaml: installment: 150,30 → installment: 15,03
  linha #, campo "price.installment": esperava um valor de parcela com que o total não fique abaixo do preço à vista (R$ 1.497,00; 12 x R$ 15,03 = R$ 180,36), encontrou o texto "15,03"
not-found.yaml: back: Return to Home → back:Voltar ao início
  linha #, coluna 1: o arquivo não está em YAML válido: depois do nome do campo faltam dois-pontos e um espaço, ou, se a linha continua um texto, faltam espaços no começo dela
not-found.yaml: back: Return to Home → back: "Voltar \o/"
  linha #, coluna 15: o arquivo não está em YAML válido: um texto com barra invertida (\) fica sem aspas, ou entre aspas simples
hero.yaml:   label: Quero entrar na comunidade → label: Quero entrar na comunidade
  linha #, coluna 8: o arquivo não está em YAML válido: os espaços no começo da linha não combinam com os das linhas vizinhas
hero.yaml:   label: Quero entrar na comunidade → 	label: Quero entrar na comunidade
  linha #, coluna 1: o arquivo não está em YAML válido: há uma tabulação no começo da linha; use espaços
header.yaml: cta: → cta:⏎  “label”: x
  linha #, campo "cta.“label”": este campo não existe; digite de novo "label", que aqui tem um caractere a mais
  at “label”
site.yaml: demo: true → demo: "true"
  linha #, campo "demo": esperava true (sim) ou false (não), encontrou o texto "true"; tire as aspas
site.yaml: seats: 8 → seats: 1.000
  linha #, campo "facts.seats": esperava um número a partir de 1, ou auto, encontrou o texto "1.000"
site.yaml: seats: 8 → seats: 8⏎  nota: 4.9
  linha #, campo "facts.nota": esperava um número inteiro ou um texto, encontrou o número 4.9; ponha o valor entre aspas
  at nota: 4.9
offer.yaml: cash: 1.497,00 → cash: 1.490
  linha #, campo "price.cash": esperava um valor em reais com centavos, como "1.497,00", encontrou o texto "1.490"; pode ser R$ 1.490,00 ou R$ 1,49: escreva "1.490,00" ou "1,49"
site.yaml: https://checkout.example/engrena-ia → https://checkout,example/engrena-ia
  linha #, campo "checkout.url": esperava um endereço com ponto, e sem vírgula, no nome do site, como https://pay.hotmart.com, encontrou o texto "https://checkout,example/engrena-ia"
site.yaml: sections:⏎  - problema → sections:⏎  – problema
  linha #, campo "sections": esperava uma lista, encontrou o texto "– problema - casos - autoridade - videos…"; cada item fica em uma linha, depois de um hífen e um espaço
  at sections:
hero.yaml: label: Quero entrar na comunidade → label: Somos #1 do Brasil
  linha #: o YAML lê só "Somos" e toma "#1 do Brasil" por comentário; ponha o texto entre aspas ("Somos #1 do Brasil"), ou o comentário em uma linha só dele
curriculum.yaml:    exclusive: true →    exclusivo: true
  linha #, campo "modules[2].items[3].exclusivo": este campo não existe; você quis dizer "exclusive"?
application-modal.yaml: placeholder: Nome da empresa → placehoder: x
  linha #, campo "steps.asking[2].questions[1].placehoder": este campo não existe; você quis dizer "placeholder"?
footer.yaml: "#fundador" → "#fundadora"
  linha #, campo "links[2].href": a página não tem a âncora "#fundadora"; você quis dizer "#fundador"?
`
  .trim()
  .split(/\n(?=\S)/)
  .map(readEdit);
const SPACED_EDITS: Edit[] = [
  [
    'team.yaml',
    '    name: Davi Canutto\n',
    '',
    'linha #, campo "videos[2].name": falta este campo obrigatório; esperava um texto',
    '- id: demoEquipe2',
  ],
  [
    'application.yaml',
    /process:\n(?: {2}- .*\n)+/,
    'process: []\n',
    'linha #, campo "process": esperava uma lista com pelo menos 1 item, encontrou uma lista com 0 itens',
  ],
  [
    'application-modal.yaml',
    / {8}- kind: email\n(?: {10}.*\n)+/,
    '',
    'linha #, campo "steps.asking[1].questions": esperava uma primeira etapa que também pergunte "email", encontrou uma lista com 3 itens',
    'questions:\n        - kind: text\n          key: nome',
  ],
  [
    'site.yaml',
    /^sections:\n(?: {2}- \w+\n)+/m,
    'sections:\n  - casos\n  - oferta\n  - casos\n',
    'linha #, campo "sections": esperava uma lista em que nenhuma seção se repete, encontrou uma lista com 3 itens',
    'sections:',
  ],
];

test.each([...EDITS, ...SPACED_EDITS])(
  'explains in %s that “%s” became “%s”: %s',
  (file, from, to, problem, at = to) => {
    using copy = makeEditableCopy();
    copy.replace(file, from, to);
    const line = String(copy.lineOf(file, at));
    expect(copy.problems()).toEqual([`content/${file}, ${problem.replace('#', line)}`]);
  },
);

test('reports a folder without content once', () => {
  const folder = join(import.meta.dirname, 'no-content');
  expect(() => loadContent(folder)).toThrow(
    `O conteúdo tem 1 problema:\n- ${folder}: a pasta não existe ou está sem os arquivos do conteúdo`,
  );
});

test('reports every field of an empty file', () => {
  using copy = makeEditableCopy();
  copy.write('header.yaml', '');
  expect(copy.problems()).toEqual([
    'content/header.yaml, linha 1, campo "home": falta este campo obrigatório; esperava um texto',
    'content/header.yaml, linha 1, campo "cta": falta este campo obrigatório; esperava um grupo de campos',
  ]);
});

const INVALID = 'o arquivo não está em YAML válido';
const NOT_UTF8 =
  'o arquivo não está em UTF-8, e os acentos se perderiam; salve-o de novo com a codificação UTF-8';
const STRAY_SIGN = `${INVALID}: há um sinal fora do lugar; um texto que começa com {, [, >, |, * ou - fica entre aspas, e aspas dentro de aspas são do outro tipo, como em "copo d'água"`;

test.each([
  [
    'PREENCHER APLICAÇÃO',
    'linha 1: esperava um grupo de campos, encontrou o texto "PREENCHER APLICAÇÃO"',
  ],
  [
    'home: "Início\n',
    `linha 2, coluna 1: ${INVALID}: falta fechar aspas, colchetes ou chaves, ou faltam os dois-pontos do campo`,
  ],
  ["home: 'Copo d'água'\n", `linha 1, coluna 15: ${STRAY_SIGN}`],
  ['home: "Ele disse "sim""\n', `linha 1, coluna 19: ${STRAY_SIGN}`],
  ['home: > 30 anos\n', `linha 1, coluna 9: ${STRAY_SIGN}`],
  [
    'home: a\nhome: b\ncta:\n  label: c\n',
    `linha 2, coluna 1: ${INVALID}: o campo aparece duas vezes no mesmo grupo`,
  ],
  [Buffer.from('home: Inicio\ncta:\n  label: Aplicação\n', 'latin1'), `linha 3: ${NOT_UTF8}`],
  [Buffer.from('home: Inicio\n', 'utf16le'), `linha 1: ${NOT_UTF8}`],
  [Buffer.from('\uFEFFhome: Inicio\n', 'utf16le'), `linha 1: ${NOT_UTF8}`],
])('explains a file that cannot be read: %j', (text, problem) => {
  using copy = makeEditableCopy();
  copy.write('header.yaml', text);
  expect(copy.problems()).toEqual([`content/header.yaml, ${problem}`]);
});

test.each([
  ['@engrena', 'oi@engrena.example', 1],
  ['facts:\n', 'fatos:\n', 2],
])('accuses no placeholder while the facts cannot be read: %s', (to, from, count) => {
  const [written, wrong] = to === '@engrena' ? [from, to] : [to, from];
  expect(problemsAfterEdit('site.yaml', written, wrong)).toHaveLength(count);
});

test('reports no missing file when site.yaml, which lists the sections, cannot be read', () => {
  using copy = makeEditableCopy();
  copy.replace('site.yaml', '  - autoridade\n', '');
  copy.remove('authority.yaml');
  copy.replace('site.yaml', 'url: https', 'url: "https');
  expect(copy.problems()).toEqual([expect.stringContaining('content/site.yaml, linha ')]);
});

const MERGE_MARKS = `${INVALID}: o git deixou duas versões do texto; fique com uma, e apague as linhas que começam com <<<<<<<, |||||||, ======= e >>>>>>>`;
const FENCE = `${INVALID}: as linhas com \`\`\` vieram com a cópia; apague-as`;
const BULLET = `${INVALID}: um item de lista começa com um hífen e um espaço`;

test.each([
  [/^/, '<<<<<<< HEAD\n', '<<<', MERGE_MARKS],
  [
    /^eyebrow:.*$/m,
    '<<<<<<< HEAD\neyebrow: A\n=======\neyebrow: B\n>>>>>>> main',
    '<<<',
    MERGE_MARKS,
  ],
  [
    /^ {6}label: Agente de IA$/m,
    '<<<<<<< HEAD\n      label: A\n=======\n      label: B\n>>>>>>> main',
    '<<<',
    MERGE_MARKS,
  ],
  [/^/, '```yaml\n', '```', FENCE],
  [/$/, '\n```\n', '```', FENCE],
  [/^ {4}- kind: agent$/m, '    – kind: agent', '– kind', BULLET],
  [/^ {4}- kind: agent$/m, '    • kind: agent', '• kind', BULLET],
  [/^ {4}- kind: agent$/m, '    -kind: agent', '-kind', BULLET],
  [/^ {4}- kind: agent$/m, '    * kind: agent', '* kind', BULLET],
  [/^ {4}- kind: agent$/m, '    - um\n    – dois', '– dois', BULLET],
  [/^ {4}- kind: agent$/m, '    - um\n    -dois', '-dois', BULLET],
])(
  'names the line that another program left, not its consequence: %s %j',
  (from, to, at, cause) => {
    using copy = makeEditableCopy();
    copy.replace('hero.yaml', from, to);
    const position = expect.stringMatching(
      `^content/hero.yaml, linha ${copy.lineOf('hero.yaml', at)}, coluna \\d+: `,
    );
    expect(copy.problems()).toEqual([position]);
    expect(copy.problems()[0]).toContain(cause);
  },
);

test('lists all problems by file and line', () => {
  using copy = makeEditableCopy();
  copy.replace('offer.yaml', 'installments: 12', 'installments: doze');
  copy.replace('offer.yaml', 'eyebrow: O acesso', 'eyebrow: "{produtos}"');
  copy.replace('header.yaml', 'label: PREENCHER APLICAÇÃO', 'label: 1');
  expect(() => loadContent(copy.folder)).toThrow(
    [
      'O conteúdo tem 3 problemas:',
      `- content/header.yaml, linha ${copy.lineOf('header.yaml', 'label: 1')}, campo "cta.label": esperava um texto, encontrou o número 1; ponha o valor entre aspas`,
      `- content/offer.yaml, linha ${copy.lineOf('offer.yaml', 'eyebrow:')}, campo "eyebrow": {produtos} não existe; você quis dizer {produto}?`,
      `- content/offer.yaml, linha ${copy.lineOf('offer.yaml', 'installments:')}, campo "price.installments": esperava um número, encontrou o texto "doze"`,
    ].join('\n'),
  );
});

test('reports a missing file once, without a stack', () => {
  using copy = makeEditableCopy();
  copy.remove('hero.yaml');
  try {
    loadContent(copy.folder);
    expect.unreachable();
  } catch (error) {
    // Node and Astro would print the stack, if there was one, beside the problems.
    expect(error).toMatchObject({
      stack: '',
      message:
        'O conteúdo tem 1 problema:\n- content/hero.yaml: o arquivo não existe ou não pode ser lido',
    });
  }
});

test('reports a text that its placeholders make too long', () => {
  using copy = makeEditableCopy();
  copy.replace('site.yaml', 'product: Engrena IA', `product: ${'Engrena '.repeat(12)}`);
  copy.replace('hero.yaml', 'title: Coloque', 'title: "{product}"\n# Ponha');
  expect(copy.problems()).toEqual([
    `content/hero.yaml, linha ${copy.lineOf('hero.yaml', 'title:')}, campo "title": esperava um texto com até 80 caracteres, encontrou o texto "{product}"`,
  ]);
});

test('lists the platforms for an unknown one', () => {
  expect(problemsAfterEdit('site.yaml', '  # platform: hotmart', '  platform: hotmarkt')).toEqual([
    expect.stringMatching(
      /^content\/site\.yaml, linha \d+, campo "checkout\.platform": esperava um destes valores: "hotmart", "kiwify", .* encontrou o texto "hotmarkt"/,
    ),
  ]);
});

test.each([
  [
    'platform: kiwify\n  refParameter: aff_sub',
    /campo "checkout\.refParameter": esperava nenhum valor: .*, encontrou o texto "aff_sub"/,
  ],
  [
    'refParameter: utm_source',
    /campo "checkout\.refParameter": esperava um parâmetro que a página não usa \(.*utm_source/,
  ],
  [
    'refParameter: aff sub',
    /campo "checkout\.refParameter": esperava o nome de um parâmetro, como "aff_sub"/,
  ],
])('explains an unusable reference parameter: %s', (lines, sentence) => {
  expect(problemsAfterEdit('site.yaml', '# platform: hotmart', lines)).toEqual([
    expect.stringMatching(sentence),
  ]);
});

test.each([
  [
    '[Mentoria]',
    'https://pay.example/m',
    '',
    /products\[1\]\.platform": falta .* esperava a plataforma/,
  ],
  [
    '[A]',
    'https://pay.hotmart.com/m',
    'kiwify',
    /products\[1\]\.platform": esperava a plataforma do endereço \(Hotmart\)/,
  ],
  [
    '[Ebook, ÉBOOK]',
    'https://pay.hotmart.com/m',
    '',
    /products\[1\]\.names\[2\]": .*"ÉBOOK" se repete/,
  ],
])('explains an unusable product: %s at %s', (names, url, platform, sentence) => {
  const product = `products:\n  - names: ${names}\n    url: ${url}${platform && `\n    platform: ${platform}`}`;
  expect(problemsAfterEdit('site.yaml', 'tracking:', `${product}\ntracking:`)).toEqual([
    expect.stringMatching(sentence),
  ]);
});

test('reports an unquoted text that starts with a comment sign', () => {
  using copy = makeEditableCopy();
  copy.replace('hero.yaml', 'label: Quero entrar na comunidade', 'label: #1 do Brasil');
  expect(copy.problems()).toContain(
    `content/hero.yaml, linha ${copy.lineOf('hero.yaml', '#1 do Brasil')}: o YAML lê só "" e toma "#1 do Brasil" por comentário; ponha o texto entre aspas ("#1 do Brasil"), ou o comentário em uma linha só dele`,
  );
});

test('accepts comments after numbers, constants and groups', () => {
  using copy = makeEditableCopy();
  copy.replace('site.yaml', 'seats: 8', 'seats: 8 # até março');
  copy.replace('site.yaml', 'demo: true', 'demo: true # ainda');
  copy.replace('site.yaml', 'gtag: null', 'gtag: null # por enquanto');
  copy.replace('site.yaml', 'contact:', 'contact: # da loja');
  expect(copy.problems()).toEqual([]);
});

test('accepts a byte order mark', () => {
  expect(problemsAfterEdit('header.yaml', '# yaml', '\uFEFF# yaml')).toEqual([]);
});

test('reports a link to an omitted section', () => {
  expect(problemsAfterEdit('site.yaml', '  - aplicacao\n', '')).toEqual([
    expect.stringContaining('a página não tem a âncora "#formulario-aplicacao"; '),
  ]);
});

test('reports every placeholder of an omitted section', () => {
  using copy = makeEditableCopy();
  copy.replace('site.yaml', '  - curriculo\n', '');
  const lineIn = (file: string) => copy.lineOf(file, '{modulos}');
  expect(copy.problems()).toEqual([
    `content/authority.yaml, linha ${lineIn('authority.yaml')}, campo "highlights[4].value": {modulos} não tem valor: a seção ou o campo dele foi deixado de fora; tire a frase, ou ponha-o de volta`,
    `content/offer.yaml, linha ${lineIn('offer.yaml')}, campo "receipt.items[1].name": {modulos} não tem valor: a seção ou o campo dele foi deixado de fora; tire a frase, ou ponha-o de volta`,
  ]);
});

test('accepts own facts except names of derived values', () => {
  using copy = makeEditableCopy();
  copy.replace('site.yaml', 'seats: 8', 'seats: 8\n  sabores: 12\n  product: Bolo');
  copy.replace('hero.yaml', 'text: "Mais', 'text: "{sabores} sabores. Mais');
  expect(copy.problems()).toEqual([
    `content/site.yaml, linha ${copy.lineOf('site.yaml', '  product: Bolo')}, campo "facts.product": {product} já é o nome de outro valor`,
  ]);
});

test('fills the Portuguese names of values, and leaves those of an omitted fact unknown', () => {
  using copy = makeEditableCopy();
  copy.replace('offer.yaml', 'eyebrow: O acesso', 'eyebrow: "{produto}, {preco_a_vista}"');
  const { offer, application } = loadContent(copy.folder);
  expect(offer?.eyebrow).toBe('Engrena IA, R$\u00a01.497,00');
  expect(application?.badge).toContain('8');
  copy.replace('site.yaml', /^ {2}seats: 8\n/m, '');
  expect(copy.problems().join()).toContain('{vagas} não existe');
});
