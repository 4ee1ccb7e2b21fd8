import { expect, test } from 'vitest';
import { makeAd } from '../../../testkit/make-ad.ts';
import { AD_LINK_TEMPLATES, composeAdLink, judgeAdLink } from './ad-links.ts';
import { createAdMatcher } from './ad-spend.ts';

const join = createAdMatcher([
  makeAd({
    campaign_id: '120253670639860385',
    set_id: '120254146010950385',
    ad_id: '120254146010960385',
  }),
]);
const judge = (link: string) => judgeAdLink(link, join);

test.each(Object.values(AD_LINK_TEMPLATES))('accepts the template %s', (template) => {
  expect(judge(template).verdict).toBe('template');
  expect(judge(`https://escola.test/?${template}`).verdict).toBe('template');
  expect(judge(`https://escola.test/?${encodeURI(template)}#oferta`).verdict).toBe('template');
});

test.each([
  ['https://escola.test', 'https://escola.test/?utm_source=facebook&'],
  ['https://escola.test/curso', 'https://escola.test/curso?utm_source=facebook&'],
  ['https://escola.test/?a=1', 'https://escola.test/?a=1&utm_source=facebook&'],
])('adds the parameters to the page’s address %s', (address, start) => {
  const link = composeAdLink(address, 'meta');
  expect(link.slice(0, start.length)).toBe(start);
  expect(judge(link).verdict).toBe('template');
});

test.each([
  ['?utm_content=V%C3%ADdeo%201%7C120254146010960385', 'joined', 'do anúncio se junta a ele pela'],
  ['?utm_medium=x|120254146010950385&utm_content=novo', 'joined', 'do conjunto de anúncios se'],
  ['?utm_campaign=Lan%C3%A7amento', 'joined', 'da campanha se junta a ele pelo nome'],
  ['?utm_content=Foto|120254146010999999', 'waiting', 'ainda não há gasto guardado dele'],
  ['', 'unjoined', 'Não tem parâmetros utm_.'],
  ['?utm_source=facebook&utm_campaign=outra', 'unjoined', 'tem esses nomes, ou mais de um tem'],
  ['?utm_source=fb&utm_content={{ad.name}}', 'unjoined', 'Falta a identificação do anúncio'],
  [
    '?utm_source=tiktok&utm_campaign=__CAMPAIGN_NAME__&utm_content=__CID_NAME__|__CID__',
    'unjoined',
    'O link é do TikTok ou do Kwai',
  ],
  ['#utm_source=bio&utm_medium=social', 'unjoined', 'depois de #'],
  ['&utm_source=fb&utm_content={{ad.name}}|{{ad.id}}', 'unjoined', 'Falta o sinal de ?'],
  ['%3Futm_source%3Dfb%26utm_content%3Dx%7C120254146010960385', 'unjoined', '%3F no lugar de ?'],
  ['?utm_source=KWAI&utm_campaign=__CAMPAIGN_NAME__', 'unjoined', 'do TikTok ou do Kwai'],
  ['?a=1#/curso?utm_source=bio', 'unjoined', 'depois de #'],
  ['#/curso?utm_content=x|120254146010960385', 'unjoined', 'depois de #'],
  ['?utm_source=fb&#038;utm_content=x|120254146010960385', 'unjoined', '&#038; no lugar de &'],
  ['?utm_source=fb&#38;utm_content=x|120254146010960385', 'unjoined', 'Tem &#38; no lugar de &'],
  ['?utm_content=x|120254146010960385&#038;utm_source=fb', 'joined', 'Tem &#038; no lugar de &'],
  ['?utm_source=fb&amp;#038;utm_content=x', 'unjoined', '&amp;#038; no lugar de &'],
  ['?utm_source=fb&%23038%3Butm_content=x|120254146010960385', 'joined', 'do anúncio se junta'],
  ['&UTM_SOURCE=fb&UTM_CONTENT=x|120254146010960385', 'unjoined', 'Falta o sinal de ?'],
  ['&Utm_Content=x|120254146010960385', 'unjoined', 'Falta o sinal de ?'],
  ['?a=1#&UTM_CONTENT=x|120254146010960385', 'unjoined', 'depois de #'],
  ['?utm_campaign=%255BLAN%255D%2520Capta%25C3%25A7%25C3%25A3o', 'unjoined', 'duas vezes'],
  ['?utm_content=V%25C3%25ADdeo%25201%257C120254146010960385', 'joined', 'do anúncio se junta'],
  ['?utm_campaign=Lan%C3%A7amento&utm_content=10%25DE', 'joined', 'da campanha'],
  [`?utm_content=${'x'.repeat(300)}|120254146010960385`, 'unjoined', 'Encurte o nome.'],
])('judges the link with %s as %s', (query, verdict, reason) => {
  const judged = judge(`https://escola.test/${query}`);
  expect(judged.verdict).toBe(verdict);
  expect(judged.reason).toContain(reason);
});

test.each([
  ['a=1?utm_content=x|120254146010960385', 'dois sinais de ?'],
  ['utm_source=fb&amp;utm_content=x|120254146010960385', '&amp; no lugar de &'],
  ['utm_source=fb&amp;amp;utm_content=x|120254146010960385', '&amp; no lugar de &'],
  ['utm_source=fb%26utm_content=x|120254146010960385', '%26 no lugar de &'],
  ['utm_source%3Dfb%26utm_content%3Dx%7C120254146010960385', '%3D no lugar de ='],
  ['utm_content%3Dx%7C120254146010960385', '%3D no lugar de ='],
  ['UTM_CONTENT=x|120254146010960385', 'em minúsculas'],
  ['utm_source=fb&amp;Utm_content%3Dx|120254146010960385', 'em minúsculas'],
])('says that spend joins %s, and what Google and Meta do not read', (query, mistake) => {
  const { verdict, reason } = judge(`https://escola.test/?${query}`);
  expect(verdict).toBe('joined');
  expect(reason).toContain(mistake);
  expect(reason).toContain('O gasto do anúncio se junta a ele pela identificação.');
});

test.each([
  'utm_content=x%7C{{ad.id}}&volta=https%3A%2F%2Fa.test%3Futm_source%3Dgoogle%26utm_medium%3Dcpc',
  'utm_content=x%7C{{ad.id}}&volta=https://a.test?utm_source=google',
  'volta=%2Fcurso%3Futm_source%3Dgoogle&utm_content=x%7C{{ad.id}}',
  'utm_campaign=UTM_VERAO&utm_content=x%7C{{ad.id}}',
])('finds no mistake in %s, whose values look like names of parameters', (query) => {
  expect(judge(`https://escola.test/?utm_source=fb&${query}`)).toEqual({
    verdict: 'template',
    reason: 'A rede põe a identificação de cada anúncio: o gasto se junta a ele.',
  });
});

test.each(['&amp;utm_content=', '&UTM_CONTENT='])('reads the length of a name after %s', (name) => {
  const link = `https://escola.test/?utm_source=fb${name}`;
  expect(judge(`${link}${'x'.repeat(300)}|120254146010960385`).reason).toContain('Encurte o nome.');
  const emojis = '😀'.repeat(200);
  expect(judge(`${link}${emojis}|120254146010960385`).verdict).toBe('joined');
});

test('judges a damaged link whose ad has no spend by the parameters that the page reads', () => {
  const link = 'utm_source=fb&amp;utm_content=';
  expect(judge(`${link}{{ad.name}}|{{ad.id}}`).verdict).toBe('template');
  expect(judge(`${link}x|120254146010999999`).verdict).toBe('waiting');
  expect(judge(`${link}x`).verdict).toBe('unjoined');
});

test.each(['{{ad.name}}-{{ad.id}}', '{{ad.id}}|{{ad.name}}', '{{ad.id}}_{{ad.name}}'])(
  'judges %s as unjoined, because it does not end in a bar and the ad’s id',
  (content) => {
    expect(judgeAdLink(`utm_content=${content}`, createAdMatcher([])).verdict).toBe('unjoined');
  },
);
