import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkDraft, checkPictures } from './check-draft.ts';
import { readTexts, readValues } from './content-copy.ts';

const shipped = join(import.meta.dirname, '..');
const values = readValues(readTexts(shipped));

/** Checks the demonstration with other fields of site.yaml. */
const checkSite = (fields: object) =>
  checkDraft({ ...values, site: { ...Object(values.site), ...fields } }, shipped);

test('lists what is left of the demonstration while it is on, and refuses it when it is off', () => {
  const { problems, facts } = checkSite({});
  const brand = {
    file: 'site',
    path: ['product'],
    sentence: 'Ainda está aqui a marca da demonstração (“Engrena”)',
  };
  expect(problems).toEqual([]);
  expect(facts.leftovers).toContainEqual(brand);
  const own = checkSite({ product: 'Padaria' }).facts.leftovers;
  expect(own).toHaveLength((facts.leftovers?.length ?? 0) - 1);
  const off = checkSite({ demo: false });
  expect(off.problems).toContainEqual(brand);
  expect(off.facts.leftovers).toBeNull();
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

test('finds low contrast beside other problems, and says no file, key or code', () => {
  const colors = { dark: '#2b1a14', light: '#ffffff', accent: '#8b1e3f' };
  const tracking = { ...Object(values.site).tracking, pixel: 'x', gtag: 'x' };
  const { problems } = checkSite({ theme: { colors }, tracking, themeColor: 'azul' });
  const fields = problems.map(({ path }) => path.join('.'));
  for (const field of ['theme.colors.accent', 'tracking.pixel', 'tracking.gtag', 'themeColor']) {
    expect(fields).toContain(field);
  }
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

test('takes the page’s address with a slash at its end', () => {
  const { content, problems } = checkSite({ url: 'https://escola.com.br/curso/' });
  expect(problems).toEqual([]);
  expect(content?.site.url).toBe('https://escola.com.br/curso');
});
