import { choiceLabel } from '@funil/contract/console/answer-labels';
import { expect, test } from 'vitest';
import { makeEditableCopy } from '../../testkit/editable-content.ts';
import { loadContent } from './load.ts';
import { findTexts } from './texts.ts';

const demonstration = loadContent();
const demoTexts = findTexts(demonstration).map(({ text }) => text);

/** Loads the demonstration's content after edits of its files. */
function loadEdited(...edits: readonly [file: string, from: string | RegExp, to: string][]) {
  using copy = makeEditableCopy();
  for (const edit of edits) copy.replace(...edit);
  return loadContent(copy.folder);
}

const replaceNonBreakingSpaces = (text: string) => text.replaceAll('\u00a0', ' ');

test('leaves no placeholder in any text', () => {
  expect(demoTexts.filter((text) => /[{}]/.test(text))).toEqual([]);
});

test.each([
  ...['Mais de 300 projetos entregues', '300+ membros ativos', '10 pessoas da equipe'],
  ...['R$ 1,5 milhão', 'R$ 5 mil a R$ 500 mil', '12 semanas intensivas', '9 módulos práticos'],
  ...['R$ 15-20 mil por mês', 'R$ 5K-50K', '30 dias', '11 semanas de transformação'],
  ...['Restam 8 vagas', '8 vagas restantes', 'Apenas 8 vagas', 'Resposta em até 48h'],
  ...['R$ 3.497,00', 'R$ 1.497,00', '12x de R$ 150,30', '12 meses', 'Garantia incondicional'],
  ...['7 dias', 'Cronograma de 10 semanas', 'EXCLUSIVO Engrena IA'],
])('contains the text "%s"', (claim) => {
  expect(replaceNonBreakingSpaces(demoTexts.join('\n'))).toContain(claim);
});

test('contains the values and times of three cases', () => {
  const cases = demonstration.cases?.cases ?? [];
  expect(cases.map(({ averageValue }) => replaceNonBreakingSpaces(averageValue))).toEqual([
    'R$ 8.000',
    'R$ 12.000',
    'R$ 15.000',
  ]);
  expect(
    cases.map(({ implementationTime }) => replaceNonBreakingSpaces(implementationTime)),
  ).toEqual(['2-3 semanas', '3-4 semanas', '4-5 semanas']);
});

test.each([
  ['the marks of a sentence', '/a?b.,”', '/a?b'],
  ['HTML’s &amp;', '/x?a=1&amp;b=2', '/x?a=1&b=2'],
])('reads an address that was copied with %s', (_, copied, read) => {
  const { site } = loadEdited(['site.yaml', '/engrena-ia', copied]);
  expect(site.checkout.url).toBe(`https://checkout.example${read}`);
});

test('reads a text that was copied with invisible characters around it, keeps those of an emoji, and refuses a text of them only', () => {
  const loadEyebrow = (eyebrow: string) =>
    loadEdited(['hero.yaml', /^eyebrow: .*$/m, `eyebrow: "${eyebrow}"`]).hero.eyebrow;
  const copied = '\u200b\u00a0\u202aPara o seu negócio\u202c ❤\ufe0f\u2060 ';
  expect(loadEyebrow(copied)).toBe('Para o seu negócio ❤\ufe0f');
  expect(() => loadEyebrow('\u200b\ufeff')).toThrow('eyebrow');
});

test('reads an address that was copied with invisible characters, and a code with spaces', () => {
  const { site, videos, offer } = loadEdited(
    ['site.yaml', 'https://checkout.example/', '\u200ehttps://checkout.example/a\u200b'],
    ['site.yaml', 'pixel: null', 'pixel: "\u00a0123456789012345 "'],
    ['videos.yaml', 'demoMembro1', '"demoMembro1\u200b "'],
    ['offer.yaml', 'cash: 1.497,00', 'cash: "r$ 1.497,00\u200e "'],
    ['site.yaml', '"#0b0d10"', '"#0b0d10\u200b "'],
  );
  expect(site.themeColor).toBe('#0b0d10');
  expect(site.checkout.url).toMatch(/^https:\/\/checkout\.example\/aengrena/);
  expect(site.tracking.pixel).toBe('123456789012345');
  expect(videos?.videos[0]?.id).toBe('demoMembro1');
  expect(offer?.price.cash).toBe(149_700);
});

test.each([
  'https://engrena.example/curso/',
  'https://engrena.example/curso/?utm_source=bio#topo',
  'https://engrena.example/curso/index.html/?fbclid=x',
])('keeps of the page’s address %s what other addresses begin with', (written) => {
  const { site } = loadEdited(['site.yaml', /^url: .*/m, `url: ${written}`]);
  expect(site.url).toBe('https://engrena.example/curso');
});

test.each(['10.000', '+10.000', '0800', '1.500', '12345678901234567890', '0x10'])(
  'cites the number %s as it is written',
  (written) => {
    const { hero } = loadEdited(
      ['site.yaml', 'seats: 8', `seats: 08\n  alunos: ${written}`],
      ['hero.yaml', 'label: Quero entrar', 'label: "{alunos} em {vagas}"\n#'],
    );
    expect(hero.cta.label).toBe(`${written} em 8`);
  },
);

test.each(['12.0', '+12', '012', '"12"', '12x', '12,00'])('reads the number %s', (written) => {
  const { site, offer } = loadEdited(
    ['offer.yaml', 'installments: 12', `installments: ${written}`],
    ['site.yaml', 'seats: 8', `seats: ${written}`],
    ['site.yaml', 'seatsTotal: 12', `seatsTotal: ${written}`],
  );
  expect([offer?.price.installments, site.facts.seats, site.facts.seatsTotal]).toEqual([
    12, 12, 12,
  ]);
});

test('reads no-break spaces of another program in an indentation and after a colon as spaces', () => {
  const { hero } = loadEdited(
    ['hero.yaml', '  label: Quero entrar', '\u00a0\u00a0label:\u00a0Quero entrar'],
    ['hero.yaml', '  note: "', '\u2003\u202fnote\u00a0: "'],
  );
  expect(hero.cta.label).toBe('Quero entrar na comunidade');
  expect(hero.cta.note).toContain('sem explicar nada.');
});

test('fills in a placeholder that is written with two braces', () => {
  const label = 'label: "{{dias_de_garantia}} dias"\n#';
  const { hero } = loadEdited(['hero.yaml', 'label: Quero entrar', label]);
  expect(hero.cta.label).toBe('7\u00a0dias');
});

test('uses a changed price in every text that mentions it', () => {
  const { offer } = loadEdited(['offer.yaml', 'installment: 150,30', 'installment: 200,00']);
  const receipt = offer?.receipt;
  expect(replaceNonBreakingSpaces(receipt?.installments?.value ?? '')).toBe('12x de R$ 200,00');
  expect(replaceNonBreakingSpaces(receipt?.note ?? '')).toContain(
    'Total parcelado: R$ 2.400,00, juros de 8,13% ao mês (155,52% ao ano).',
  );
});

/** Returns the edit that tests a text. */
const addTest = (field: string, text: string): [file: string, from: string, to: string] => [
  'site.yaml',
  'page:\n',
  `test:\n  name: Título\n  field: ${field}\n  text: ${text}\n\npage:\n`,
];

test('fills in the second version of a tested text', () => {
  const { site } = loadEdited(addTest('hero.title', '"{guaranteeDays} dias"'));
  expect(site.test?.text).toBe('7\u00a0dias');
});

test.each([
  ['hero.picture', 'x', 'um texto da primeira tela, da oferta ou de um botão'],
  ['hero.title', 'x'.repeat(81), 'a versão B precisa ser um texto com até 80 caracteres'],
  ['hero.title', '"**a"', 'a versão B precisa ser um título em que todo ** aberto'],
  ['equipe.cta.label', 'x', 'a página não tem o texto "equipe.cta.label"'],
])('refuses a test of %s with %s', (field, text, sentence) => {
  expect(() => loadEdited(addTest(field, text))).toThrow(sentence);
});

// The journeys of e2e/ read all other agreed texts on the page.
test('contains the placeholders of the short form, and the notice of a save that is repeated', () => {
  const { leadDialog, site } = demonstration;
  expect(leadDialog.fields).toMatchObject({
    nome: { placeholder: 'Digite seu nome completo' },
    telefone: { placeholder: '(00) 00000-0000' },
  });
  expect(site.autoSave.savedWithoutTime).toBe('Dados salvos');
});

test('labels the monthly revenue as mail and console do', () => {
  const asking = demonstration.applicationModal?.steps.asking ?? [];
  const questions = asking.flatMap((step) => step.questions);
  const revenue = questions.find(({ key }) => key === 'faturamento');
  const options = revenue?.kind === 'choice' ? revenue.options : [];
  const labels = options.map(({ label }) => replaceNonBreakingSpaces(label));
  expect(labels.at(-1)).toBe('R$ 30 mil ou mais');
  expect(labels).toEqual(options.map(({ key }) => choiceLabel(key)));
});

const NUMBER_WORDS = 'zero um dois três quatro cinco seis sete oito nove dez'.split(' ');
const spell = (count: number) => NUMBER_WORDS[count];

function listSections() {
  const { cases, videos, team, curriculum, site } = demonstration;
  if (!cases || !videos || !team || !curriculum?.schedule) throw new Error('a section is missing');
  return { cases, videos, team, schedule: curriculum.schedule, facts: site.facts };
}

test('spells the numbers of cases, videos and people in titles', () => {
  const { cases, videos, team } = listSections();
  expect(cases.title.toLowerCase()).toContain(`${spell(cases.cases.length)} automações`);
  expect(videos.title.toLowerCase()).toContain(`${spell(videos.videos.length)} contam`);
  expect(team.intro.toLowerCase()).toContain(`${spell(team.videos.length)} delas`);
});

test('has a schedule that agrees with the facts', () => {
  const { schedule, facts } = listSections();
  const weeks = schedule.steps.map(({ weeks }) => weeks.match(/\d+/g)?.map(Number) ?? []);
  expect(weeks.at(-1)?.at(-1)).toBe(facts.scheduleWeeks);
  expect(weeks.flat()).toEqual(weeks.flat().toSorted((one, other) => one - other));
  expect(Number(facts.intensiveWeeks)).toBeGreaterThanOrEqual(Number(facts.scheduleWeeks));
  const minThousands = Number(/\d+/.exec(String(facts.projectMin))?.[0]);
  const values = schedule.steps.flatMap(({ potentialValue }) => potentialValue.match(/\d+/) ?? []);
  expect(Number(values[0])).toBe(minThousands);
  expect(String(facts.perProject)).toMatch(new RegExp(`R\\$\\s${minThousands}K`));
});

test('accepts content of an earlier release, which has no list of sections and no files of later sections', () => {
  using copy = makeEditableCopy();
  copy.remove('faq.yaml');
  copy.replace('site.yaml', /^sections:\n(?: {2}- \w+\n)+/m, '');
  expect(copy.problems()).toEqual([]);
  const { site, faq } = loadContent(copy.folder);
  expect(faq).toBeUndefined();
  expect(site.sections).toEqual([
    ...['problema', 'casos', 'autoridade', 'videos', 'depoimentos', 'aplicacao', 'curriculo'],
    ...['oferta', 'fundador', 'equipe'],
  ]);
});

test('reads the fields of older content by their present names', () => {
  const { hero, site } = loadEdited(
    ['hero.yaml', 'intro:', 'lead:'],
    ['site.yaml', 'seats: 8', 'seats: 8\n  lead: Fato'],
    addTest('hero.lead', 'B'),
  );
  expect(hero.intro).toBe(demonstration.hero.intro);
  expect([site.facts.lead, site.test?.field]).toEqual(['Fato', 'hero.intro']);
});
