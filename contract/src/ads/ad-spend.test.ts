import { expect, test } from 'vitest';
import { makeAd } from '../../../testkit/make-ad.ts';
import { type AdIdentity, createAdMatcher } from './ad-spend.ts';

const OTHER = { campaign_id: '2', campaign_name: 'Remarketing', set_id: '21', ad_id: '211' };

const find = (
  ads: AdIdentity[],
  utms: Parameters<ReturnType<typeof createAdMatcher>['find']>[0],
) => {
  const match = createAdMatcher(ads).find(utms);
  return match && [match.level, match.agreesIn, match[match.level]];
};

test('joins by the id after the last bar, even if every name was changed', () => {
  const utms = { utm_campaign: 'x|9', utm_medium: 'y|8', utm_content: 'a|b| 111 ' };
  expect(find([makeAd()], utms)).toEqual(['ad', 'id', 'meta ad 111']);
});

test('reads a value without a bar as an id, as Google’s links have it', () => {
  const google = makeAd({ network: 'google' });
  expect(find([google], { utm_content: '111' })).toEqual(['ad', 'id', 'google ad 111']);
});

test.each([
  [{ utm_term: 'Público frio|11' }, ['set', 'id', 'meta set 11']],
  [{ utm_medium: 'Público frio|11', utm_term: 'outra' }, ['set', 'id', 'meta set 11']],
  [{ utm_campaign: 'Lançamento|1' }, ['campaign', 'id', 'meta campaign 1']],
  [{ utm_campaign: ' Lançamento ' }, ['campaign', 'name', 'meta campaign 1']],
  [{ utm_content: 'Vídeo 1|999' }, ['ad', 'name', 'meta ad 111']],
  [{ utm_content: 'Vídeo 1|111/' }, ['ad', 'id', 'meta ad 111']],
  // Links that were encoded more than once.
  [{ utm_content: 'V%25C3%25ADdeo%25201%257C111' }, ['ad', 'id', 'meta ad 111']],
  [{ utm_medium: 'P%C3%BAblico%20frio' }, ['set', 'name', 'meta set 11']],
  [{ utm_medium: 'P%C3%BAblico+frio' }, ['set', 'name', 'meta set 11']],
])('joins %j at the level that it names', (utms, expected) => {
  expect(find([makeAd()], utms)).toEqual(expected);
});

test.each([
  ...['%', '%E7', '{{campaign.name}}', '__CAMPAIGN_NAME__', '{campaignid}', '__proto__'],
  // Names must agree in case and accents.
  ...['lançamento', 'Lancamento'],
])('joins nothing to the campaign %s', (utm_campaign) => {
  expect(find([makeAd()], { utm_campaign })).toBeNull();
});

const APART = 'Lançamento'.normalize('NFD');

test.each([
  ['a percent sign', '10%DE', '10%DE'],
  ['a plus', 'A+B%20C', 'A+B%20C'],
  ['decomposed accents in the link', 'Lançamento', APART],
  ['decomposed accents in the spend', APART, 'Lançamento'],
  ['invisible characters', '\u200bLançamento', encodeURIComponent('Lança\u00admento\u200b')],
])('joins a name with %s', (_, campaign_name, utm_campaign) => {
  const ads = [makeAd({ campaign_name })];
  expect(find(ads, { utm_campaign })).toEqual(['campaign', 'name', 'meta campaign 1']);
});

test('finds an ad of a common name within the campaign or ad set of the link', () => {
  const ads = [makeAd(), makeAd(OTHER)];
  const utms = { utm_content: 'Vídeo 1', utm_campaign: 'Remarketing' };
  expect(find(ads, utms)).toEqual(['ad', 'name', 'meta ad 211']);
  expect(find(ads, { utm_content: 'Vídeo 1', utm_medium: 'x|21' })).toEqual([
    'ad',
    'name',
    'meta ad 211',
  ]);
});

test('joins no ad by name when the origin names another campaign', () => {
  expect(find([makeAd()], { utm_campaign: 'perfil', utm_content: 'Vídeo 1' })).toBeNull();
  expect(find([makeAd()], { utm_campaign: 'perfil', utm_content: 'x|111' })).toEqual([
    'ad',
    'id',
    'meta ad 111',
  ]);
});

test('joins at the next level when two ads of a campaign have the same name', () => {
  const ads = [makeAd(), makeAd({ ad_id: '112' })];
  const utms = { utm_content: 'Vídeo 1', utm_medium: 'Público frio', utm_campaign: 'Lançamento' };
  expect(find(ads, utms)).toEqual(['set', 'name', 'meta set 11']);
  expect(find(ads, { utm_content: 'Vídeo 1' })).toBeNull();
});

test('joins the named campaign when only another campaign has the named ad', () => {
  const ads = [makeAd({ ad_name: 'Foto' }), makeAd(OTHER)];
  const utms = { utm_content: 'Vídeo 1', utm_campaign: 'Lançamento|1' };
  expect(find(ads, utms)).toEqual(['campaign', 'id', 'meta campaign 1']);
});

test('finds an ad by each of its names, also former ones', () => {
  const ads = [makeAd(), makeAd({ ad_name: 'Vídeo novo' })];
  expect(find(ads, { utm_content: 'Vídeo 1' })).toEqual(['ad', 'name', 'meta ad 111']);
  expect(find(ads, { utm_content: 'Vídeo novo' })).toEqual(['ad', 'name', 'meta ad 111']);
});

test('gives rows without ids the keys of the ad with the same names', () => {
  const nameless = makeAd({ campaign_id: null, set_id: null, ad_id: null });
  const join = createAdMatcher([nameless, makeAd()]);
  expect(join.keysOf(nameless)).toEqual(join.keysOf(makeAd()));
  expect(createAdMatcher([nameless]).find({ utm_content: 'Vídeo 1|111' })).toMatchObject({
    level: 'ad',
    agreesIn: 'name',
  });
});

test('gives a campaign without ads no keys of ad set and ad', () => {
  const performanceMax = makeAd({ set_id: null, set_name: null, ad_id: null, ad_name: null });
  expect(createAdMatcher([performanceMax]).keysOf(performanceMax)).toEqual({
    network: 'meta',
    campaign: 'meta campaign 1',
    set: null,
    ad: null,
  });
});

test.each([{}, { utm_content: '' }, { utm_content: '|' }])('joins %j to nothing', (utms) => {
  expect(find([makeAd()], utms)).toBeNull();
});
