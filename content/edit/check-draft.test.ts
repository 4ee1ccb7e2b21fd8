import { join } from 'node:path';
import type { PageValues } from '@funil/contract/page/page-engine';
import { expect, test } from 'vitest';
import { checkDraft, checkPictures } from './check-draft.ts';
import { readTexts, readValues } from './content-copy.ts';

const shipped = join(import.meta.dirname, '..');
const values = readValues(readTexts(shipped));

/** Checks the demonstration with other fields of site.yaml. */
const checkSite = (fields: object) =>
  checkDraft({ ...values, site: { ...Object(values.site), ...fields } }, shipped);

test('lists what is left of the demonstration while it is on, and refuses it when it is off', () => {
  const { problems, insights } = checkSite({});
  const brand = {
    file: 'site',
    path: ['product'],
    sentence: 'Ainda está aqui a marca da demonstração (“Engrena”)',
  };
  expect(problems).toEqual([]);
  expect(insights.demo_leftovers).toContainEqual(brand);
  const own = checkSite({ product: 'Padaria' }).insights.demo_leftovers;
  expect(own).toHaveLength((insights.demo_leftovers?.length ?? 0) - 1);
  const off = checkSite({ demo: false });
  expect(off.problems).toContainEqual(brand);
  expect(off.insights.demo_leftovers).toBeNull();
});

test('lists the demonstration’s claims about money, which are refused nowhere', () => {
  const claimsOf = (facts: object) =>
    (checkSite({ facts }).insights.demo_leftovers ?? []).filter(({ path }) => path[0] === 'facts');
  const shippedFacts = Object(Object(values.site).facts);
  const claims = ['launch', 'projectMax', 'perProject', 'agencyMonthly'];
  expect(claimsOf(shippedFacts).map(({ path }) => path[1])).toEqual(claims);
  expect(claimsOf(shippedFacts)[0]?.sentence).toBe(
    'Ainda está aqui um valor que a demonstração promete (“R$ 1,5 milhão”)',
  );
  expect(claimsOf({ ...shippedFacts, launch: 'R$ 80 mil' })).toHaveLength(3);
  const off = checkSite({ demo: false }).problems.map(({ path }) => path[0]);
  expect(off).not.toContain('facts');
});

test('finds a picture that a publication would refuse, at its field', async () => {
  const brand = { ...Object(values.site).brand, icon: 'compartilhar.png' };
  const site = { ...Object(values.site), brand };
  expect(await checkPictures(values, shipped)).toEqual([]);
  expect(await checkPictures({ ...values, site }, shipped)).toEqual([
    {
      file: 'site',
      path: ['brand', 'icon'],
      sentence:
        'A imagem "compartilhar.png" tem 1200 × 630 pixels; o ícone é quadrado, com pelo menos 512 × 512',
    },
  ]);
});

test('finds and measures low contrast beside other problems, and names no file, key or code', () => {
  const colors = { dark: '#2b1a14', light: '#ffffff', accent: '#8b1e3f' };
  const tracking = { ...Object(values.site).tracking, pixel: 'x', gtag: 'x' };
  const { problems, insights } = checkSite({ theme: { colors }, tracking, themeColor: 'azul' });
  const fields = problems.map(({ path }) => path.join('.'));
  for (const field of ['theme.colors.accent', 'tracking.pixel', 'tracking.gtag', 'themeColor']) {
    expect(fields).toContain(field);
  }
  const contrast = { field: 'accent', ratio: expect.any(Number), needed: 4.5 };
  expect(insights.contrasts).toContainEqual(contrast);
  const sentences = problems.map(({ sentence }) => sentence).join('\n');
  expect(sentences).not.toMatch(/yaml|content\/|linha \d|null|true|entre aspas|"accent"/);
});

test.each([
  [{ url: '' }, 'Falta preencher: um endereço completo, que começa com https://'],
  [{ product: ' ' }, 'Falta preencher este campo'],
  [
    { sections: ['aplicacao', 'curriculo', 'oferta'] },
    'A página não tem a âncora "#fundador"; tire este link, ou ligue a seção a que ele leva',
  ],
  [{ url: 'escola' }, 'O certo aqui é um endereço completo, que começa com https://'],
])('says in a seller’s words what to change: %j', (fields, sentence) => {
  expect(checkSite(fields).problems.map((problem) => problem.sentence)).toContain(sentence);
});

const offer = Object(values.offer);
const price = { cash: '297,00', installments: undefined, installment: undefined };
const withoutInstallments = { ...values, offer: { ...offer, price } };

test('proposes removals when texts mention installments and sections that are off', () => {
  const solved = (draft: PageValues) =>
    checkDraft(draft, shipped).problems.map(({ file, path, mend }) => [
      `${file}.${path.join('.')}`,
      mend?.label,
      mend?.path.join('.'),
      mend?.value,
    ]);
  expect(solved(withoutInstallments)).toEqual([
    [
      'leadDialog.description',
      'Tirar a frase',
      'description',
      '{preco_a_vista} à vista, na próxima tela. Garantia de {dias_de_garantia} dias.',
    ],
    ['offer.receipt.full.value', 'Tirar o campo', 'receipt.full', undefined],
    ['offer.receipt.installments.value', 'Tirar o campo', 'receipt.installments', undefined],
    [
      'offer.receipt.note',
      'Tirar a frase',
      'receipt.note',
      'Acesso por e-mail na aprovação; não renova sozinho.',
    ],
    [
      'team.cta.note',
      'Tirar a frase',
      'cta.note',
      '{preco_a_vista} à vista, com {dias_de_garantia} dias para devolver.',
    ],
  ]);
  const { links } = Object(values.footer);
  const site = { ...Object(values.site), sections: ['aplicacao', 'curriculo', 'oferta'] };
  const unled = solved({ ...values, site });
  expect(unled).toContainEqual(['application.title', undefined, undefined, undefined]);
  expect(unled).toContainEqual([
    'footer.links.1.href',
    'Tirar o item',
    'links',
    [links[0], links[2]],
  ]);
});

test('proposes to remove the number of installments when their value is missing', () => {
  const lone = { ...offer, price: { ...offer.price, installment: undefined } };
  const [problem] = checkDraft({ ...values, offer: lone }, shipped).problems;
  expect(problem?.mend).toEqual({ label: 'Tirar o campo', path: ['price', 'installments'] });
});

test.each([
  [
    '297,00',
    'Com esta parcela, os juros são de 50,22% ao mês: ela é de outro preço?',
    '12x de R$ 24,75, sem juros',
  ],
  ['1.997,00', 'As parcelas somam menos que o preço à vista.', '12x de R$ 166,42, sem juros'],
])('offers the installment that fits the price %s, or none', (cash, sentence, label) => {
  const changed = { ...offer, price: { ...offer.price, cash } };
  const { full } = offer.price;
  expect(checkDraft({ ...values, offer: changed }, shipped).insights.price_advice).toEqual({
    sentence,
    mends: [
      { label, path: ['price', 'installment'], value: label.slice(10, -11) },
      { label: 'Tirar as parcelas', path: ['price'], value: { full, cash } },
    ],
  });
  const { price_advice, price_lines } = checkSite({}).insights;
  expect(price_advice).toBeNull();
  expect(price_lines[0]).toBe('R$\u00a01.497,00 à vista');
});
