import { choiceLabel } from '@funil/contract/console/answer-labels';
import { expect, test } from 'vitest';
import { makeEditableCopy } from '../../testkit/editable-content.ts';
import { loadContent } from './load.ts';
import { findTexts } from './texts.ts';

const demoTexts = findTexts(loadContent()).map(({ text }) => text);

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
  using copy = makeEditableCopy();
  const cases = loadContent(copy.folder).cases?.cases ?? [];
  expect(cases.map(({ averageValue }) => replaceNonBreakingSpaces(averageValue))).toEqual([
    'R$ 8.000',
    'R$ 12.000',
    'R$ 15.000',
  ]);
  expect(
    cases.map(({ implementationTime }) => replaceNonBreakingSpaces(implementationTime)),
  ).toEqual(['2-3 semanas', '3-4 semanas', '4-5 semanas']);
});

test('reads &amp; in an address that was copied from HTML as &', () => {
  using copy = makeEditableCopy();
  copy.replace('site.yaml', 'https://checkout.example/', 'https://checkout.example/x?a=1&amp;b=2#');
  expect(loadContent(copy.folder).site.checkout.url).toMatch(/x\?a=1&b=2/);
});

test('reads an address without the marks of the sentence from which it was copied', () => {
  using copy = makeEditableCopy();
  copy.replace(
    'site.yaml',
    'https://checkout.example/engrena-ia',
    'https://checkout.example/a?b.,”',
  );
  expect(loadContent(copy.folder).site.checkout.url).toBe('https://checkout.example/a?b');
});

test('reads a text that was copied with invisible characters around it, keeps those of an emoji, and refuses a text of them only', () => {
  using copy = makeEditableCopy();
  copy.replace(
    'hero.yaml',
    /^eyebrow: .*$/m,
    'eyebrow: "\u200b\u00a0\u202aPara o seu negócio\u202c ❤\ufe0f\u2060 "',
  );
  expect(loadContent(copy.folder).hero.eyebrow).toBe('Para o seu negócio ❤\ufe0f');
  copy.replace('hero.yaml', /^eyebrow: .*$/m, 'eyebrow: "\u200b\ufeff"');
  expect(() => loadContent(copy.folder)).toThrow('eyebrow');
});

test('reads an address that was copied with invisible characters, and a code with spaces', () => {
  using copy = makeEditableCopy();
  copy.replace('site.yaml', 'https://checkout.example/', '\u200ehttps://checkout.example/a\u200b');
  copy.replace('site.yaml', 'pixel: null', 'pixel: "\u00a0123456789012345 "');
  copy.replace('videos.yaml', 'demoMembro1', '"demoMembro1\u200b "');
  copy.replace('offer.yaml', 'cash: 1.497,00', 'cash: "r$ 1.497,00\u200e "');
  copy.replace('site.yaml', '"#0b0d10"', '"#0b0d10\u200b "');
  const { site, videos, offer } = loadContent(copy.folder);
  expect(site.themeColor).toBe('#0b0d10');
  expect(site.checkout.url).toMatch(/^https:\/\/checkout\.example\/aengrena/);
  expect(site.tracking.pixel).toBe('123456789012345');
  expect(videos?.videos[0]?.id).toBe('demoMembro1');
  expect(offer?.price.cash).toBe(149_700);
});

test.each([
  'https://engrena.example/curso/?utm_source=bio#topo',
  'https://engrena.example/curso/index.html/?fbclid=x',
])('keeps of the page’s address %s what other addresses begin with', (written) => {
  using copy = makeEditableCopy();
  copy.replace('site.yaml', /^url: .*/m, `url: ${written}`);
  expect(loadContent(copy.folder).site.url).toBe('https://engrena.example/curso');
});

test.each(['10.000', '+10.000', '0800', '1.500', '12345678901234567890', '0x10'])(
  'cites the number %s as it is written',
  (written) => {
    using copy = makeEditableCopy();
    copy.replace('site.yaml', 'seats: 8', `seats: 08\n  alunos: ${written}`);
    copy.replace('hero.yaml', 'label: Quero entrar', 'label: "{alunos} em {vagas}"\n#');
    expect(loadContent(copy.folder).hero.cta.label).toBe(`${written} em 8`);
  },
);

test.each(['12.0', '+12', '012', '"12"', '12x', '12,00'])('reads the number %s', (written) => {
  using copy = makeEditableCopy();
  copy.replace('offer.yaml', 'installments: 12', `installments: ${written}`);
  copy.replace('site.yaml', 'seats: 8', `seats: ${written}`);
  copy.replace('site.yaml', 'seatsTotal: 12', `seatsTotal: ${written}`);
  const { site, offer } = loadContent(copy.folder);
  expect([offer?.price.installments, site.facts.seats, site.facts.seatsTotal]).toEqual([
    12, 12, 12,
  ]);
});

test('reads no-break spaces of another program in an indentation and after a colon as spaces', () => {
  using copy = makeEditableCopy();
  copy.replace('hero.yaml', '  label: Quero entrar', '\u00a0\u00a0label:\u00a0Quero entrar');
  expect(loadContent(copy.folder).hero.cta.label).toBe('Quero entrar na comunidade');
  copy.replace('hero.yaml', '  note: "', '\u2003\u202fnote\u00a0: "');
  expect(loadContent(copy.folder).hero.cta.note).toContain('sem explicar nada.');
});

test('fills in a placeholder that is written with two braces', () => {
  using copy = makeEditableCopy();
  copy.replace('hero.yaml', 'label: Quero entrar', 'label: "{{dias_de_garantia}} dias"\n#');
  expect(loadContent(copy.folder).hero.cta.label).toBe('7\u00a0dias');
});

test('uses a changed price in every text that mentions it', () => {
  using copy = makeEditableCopy();
  copy.replace('offer.yaml', 'installment: 150,30', 'installment: 200,00');
  const receipt = loadContent(copy.folder).offer?.receipt;
  expect(replaceNonBreakingSpaces(receipt?.installments?.value ?? '')).toBe('12x de R$ 200,00');
  expect(replaceNonBreakingSpaces(receipt?.note ?? '')).toContain(
    'Total parcelado: R$ 2.400,00, juros de 8,13% ao mês (155,52% ao ano).',
  );
});

const TEST = (field: string, text: string) =>
  `test:\n  name: Título\n  field: ${field}\n  text: ${text}\n\npage:\n`;

test('fills in the second version of a tested text', () => {
  using copy = makeEditableCopy();
  copy.replace('site.yaml', 'page:\n', TEST('hero.title', '"{guaranteeDays} dias"'));
  expect(replaceNonBreakingSpaces(loadContent(copy.folder).site.test?.text ?? '')).toBe('7 dias');
});

test.each([
  ['hero.picture', 'x', 'um texto da primeira tela, da oferta ou de um botão'],
  ['hero.title', 'x'.repeat(81), 'a versão B precisa ser um texto com até 80 caracteres'],
  ['hero.title', '"**a"', 'a versão B precisa ser um título em que todo ** aberto'],
  ['equipe.cta.label', 'x', 'a página não tem o texto "equipe.cta.label"'],
])('refuses a test of %s with %s', (field, text, sentence) => {
  using copy = makeEditableCopy();
  copy.replace('site.yaml', 'page:\n', TEST(field, text));
  expect(() => loadContent(copy.folder)).toThrow(sentence);
});

// The journeys of e2e/ read all other agreed texts on the page.
test('contains the placeholders of the short form, and the notice of a save that is repeated', () => {
  using copy = makeEditableCopy();
  const { leadDialog, site } = loadContent(copy.folder);
  expect(leadDialog.fields).toMatchObject({
    nome: { placeholder: 'Digite seu nome completo' },
    telefone: { placeholder: '(00) 00000-0000' },
  });
  expect(site.autoSave.savedWithoutTime).toBe('Dados salvos');
});

test('labels the monthly revenue as mail and console do', () => {
  const asking = loadContent().applicationModal?.steps.asking ?? [];
  const questions = asking.flatMap((step) => step.questions);
  const revenue = questions.find(({ key }) => key === 'faturamento');
  const options = revenue?.kind === 'choice' ? revenue.options : [];
  const labels = options.map(({ label }) => replaceNonBreakingSpaces(label));
  expect(labels.at(-1)).toBe('R$ 30 mil ou mais');
  expect(labels).toEqual(options.map(({ key }) => choiceLabel(key)));
});

const NUMBER_WORDS = 'zero um dois três quatro cinco seis sete oito nove dez'.split(' ');
const spell = (count: number) => NUMBER_WORDS[count];

function loadDemonstration() {
  const { cases, videos, team, curriculum, site } = loadContent();
  if (!cases || !videos || !team || !curriculum?.schedule) throw new Error('a section is missing');
  return { cases, videos, team, schedule: curriculum.schedule, facts: site.facts };
}

test('spells the numbers of cases, videos and people in titles', () => {
  const { cases, videos, team } = loadDemonstration();
  expect(cases.title.toLowerCase()).toContain(`${spell(cases.cases.length)} automações`);
  expect(videos.title.toLowerCase()).toContain(`${spell(videos.videos.length)} contam`);
  expect(team.intro.toLowerCase()).toContain(`${spell(team.videos.length)} delas`);
});

test('has a schedule that agrees with the facts', () => {
  const { schedule, facts } = loadDemonstration();
  const weeks = schedule.steps.map(({ weeks }) => weeks.match(/\d+/g)?.map(Number) ?? []);
  expect(weeks.at(-1)?.at(-1)).toBe(facts.scheduleWeeks);
  expect(weeks.flat()).toEqual(weeks.flat().toSorted((one, other) => one - other));
  expect(Number(facts.intensiveWeeks)).toBeGreaterThanOrEqual(Number(facts.scheduleWeeks));
  const minThousands = Number(/\d+/.exec(String(facts.projectMin))?.[0]);
  const values = schedule.steps.flatMap(({ potentialValue }) => potentialValue.match(/\d+/) ?? []);
  expect(Number(values[0])).toBe(minThousands);
  expect(String(facts.perProject)).toMatch(new RegExp(`R\\$\\s${minThousands}K`));
});

test('accepts content of an earlier release, without a list of sections and without their later files', () => {
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
  using copy = makeEditableCopy();
  const { hero } = loadContent(copy.folder);
  copy.replace('hero.yaml', 'intro:', 'lead:');
  copy.replace('site.yaml', 'seats: 8', 'seats: 8\n  lead: Fato');
  copy.replace('site.yaml', 'page:\n', TEST('hero.lead', 'B'));
  const { hero: older, site } = loadContent(copy.folder);
  expect(older.intro).toBe(hero.intro);
  expect([site.facts.lead, site.test?.field]).toEqual(['Fato', 'hero.intro']);
});
