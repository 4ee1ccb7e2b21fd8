import { expect, test } from 'vitest';
import { parseUtms } from './utm.ts';

const now = Date.parse('2026-03-01T12:00:00.000Z');

test('uses the source "direto" when there are no parameters', () => {
  expect(parseUtms('', now)).toEqual({
    utm_source: 'direto',
    utm_medium: 'organico',
    utm_campaign: '',
    utm_content: '',
    utm_term: '',
    origem_timestamp: '2026-03-01T12:00:00.000Z',
  });
});

test.each([
  ['instagram', 'social'],
  ['stories', 'social'],
  ['google', 'cpc'],
  ['bio', 'organico'],
  ['newsletter', 'organico'],
])('derives the medium of %s as %s', (source, medium) => {
  expect(parseUtms(`?utm_source=${source}`, now).utm_medium).toBe(medium);
});

test('keeps every given parameter', () => {
  const query = '?utm_source=google&utm_medium=email&utm_campaign=c&utm_content=d&utm_term=e%20f';
  expect(parseUtms(query, now)).toMatchObject({
    utm_source: 'google',
    utm_medium: 'email',
    utm_campaign: 'c',
    utm_content: 'd',
    utm_term: 'e f',
  });
});

test('reads the parameters of a link that a program escaped for HTML', () => {
  const query = '?utm_source=ig&amp;utm_medium=pago&amp;utm_campaign=a%26amp;b';
  expect(parseUtms(query, now)).toMatchObject({
    utm_source: 'ig',
    utm_medium: 'pago',
    utm_campaign: 'a&amp;b',
  });
});

test.each(['??', '?a=1?', '?utm_term=b?'])(
  'reads the parameters after a second “?”: %s',
  (start) => {
    expect(parseUtms(`${start}utm_source=ig&utm_content=Pronto?`, now)).toMatchObject({
      utm_source: 'ig',
      utm_content: 'Pronto?',
    });
  },
);

test('reads the parameters before a click id after a second “?”', () => {
  const query = '?utm_source=ig&utm_medium=cpc?fbclid=IwAR1&utm_content=Quer?';
  expect(parseUtms(query, now)).toMatchObject({ utm_medium: 'cpc', utm_content: 'Quer?' });
});

test.each(['%3F', '%253F', 'gclid=AbC%3F', 'gclid=AbC%253F'])(
  'reads the parameters after an encoded “?”: %s',
  (start) => {
    const query = `?${start}utm_source%3Dig&utm_content=Pronto%3F&utm_medium=cpc`;
    expect(parseUtms(query, now)).toMatchObject({
      utm_source: 'ig',
      utm_medium: 'cpc',
      utm_content: 'Pronto?',
    });
  },
);

test('keeps another link inside a parameter unchanged', () => {
  const query = `?utm_source=ig&utm_content=${encodeURIComponent('https://x.example/?v=1')}`;
  expect(parseUtms(query, now)).toMatchObject({ utm_content: 'https://x.example/?v=1' });
});

test.each([
  'ref=https%3A%2F%2Fx.example%3Futm_source%3Dfb',
  'ref=https%253A%252F%252Fx.example%253Futm_source%253Dfb',
  'ref=https://x.example/?utm_source=fb',
  'ref=https%3A%2F%2Fx.example%3Futm_source%3Dfb&amp;utm_term=a',
])('reads the address’s own parameters before those of another link: %s', (link) => {
  const own = { utm_source: 'ig', utm_medium: 'pago' };
  const query = 'utm_source=ig&utm_medium=pago';
  expect(parseUtms(`?${link}&${query}`, now)).toMatchObject(own);
  expect(parseUtms(`?${link}&amp;${query}`, now)).toMatchObject(own);
  expect(parseUtms(`?${query}&${link}`, now)).toMatchObject(own);
  expect(parseUtms(`?${link}`, now).utm_source).toBe('fb');
});

test.each([
  // Two programs have escaped the link for HTML.
  'utm_source=ig&amp%3Butm_medium=pago',
  'utm_source=ig&amp;amp;utm_medium=pago',
  'utm_source=ig&amp%3Bamp%3Butm_medium=pago',
  // A tool has encoded signs, or added parameters.
  'utm_source%3Dig%26utm_medium%3Dpago',
  'utm_source=ig%26utm_medium%3Dpago',
  'utm_source=ig%2526utm_medium%253Dpago',
  'utm_source=ig\\u0026utm_medium=pago',
  'utm_source=ig%5Cu0026utm_medium=pago',
  'amp;utm_source=ig&utm_medium=pago',
  '%20utm_source=ig&+utm_medium=pago',
  'utm_source%20=ig&utm_medium=pago',
  'utm_source=&utm_source=ig&utm_medium=pago&utm_source=fb',
  'utm_source=ig&utm_medium=pago%3Ffbclid%3DIwAR1',
  'utm_source%3Dig%26utm_medium%3Dpago%26gclid%3DEAIa1',
  // A person has typed another separator.
  ...['utm_source=ig;utm_medium=pago', 'utm_source=ig,utm_medium=pago'],
  ...['utm_source=ig|utm_medium=pago', 'utm_source=ig%20utm_medium=pago'],
  ...['utm_source=ig%0Autm_medium=pago', 'utm_source=ig＆utm_medium=pago'],
  'utm_source%5B%5D=ig&utm_medium[0]=pago',
])('reads the parameters of a corrupted link: %s', (query) => {
  expect(parseUtms(`?${query}`, now)).toMatchObject({ utm_source: 'ig', utm_medium: 'pago' });
});

// Some shorteners and apps encode a link's values again.
test.each([
  ['Lan%25C3%25A7amento%252004%257C1202', 'Lançamento 04|1202'],
  ['50%25 off', '50% off'],
  ['20%25desconto', '20%desconto'],
  ['A%2520%25C3%25A1 b', 'A%20%C3%A1 b'],
  ['50%2550', '50%50'],
  ['30%2540', '30%40'],
])('reads the twice encoded value %s', (value, expected) => {
  expect(parseUtms(`?utm_campaign=${value}`, now).utm_campaign).toBe(expected);
});

test('keeps brackets and signs that belong to a name', () => {
  const query = '?utm_source=ig&utm_campaign=[BF]%20(frio)&utm_content=*A*&utm_term=a;b|c)';
  expect(parseUtms(query, now)).toMatchObject({
    utm_campaign: '[BF] (frio)',
    utm_content: '*A*',
    utm_term: 'a;b|c)',
  });
});

test('keeps a name that contains “clid”, and drops Microsoft’s id of a click', () => {
  const query = '?utm_source=ig&utm_campaign=Maria%26Euclides&utm_medium=pago%3Fmsclkid%3Dab';
  expect(parseUtms(query, now)).toMatchObject({
    utm_campaign: 'Maria&Euclides',
    utm_medium: 'pago',
  });
});

test('keeps special characters in a campaign’s name', () => {
  const query = '?utm_source=ig&utm_campaign=A%26B%3D1%20utm%2B&utm_content=C%2B%2B&utm_term=a=b';
  expect(parseUtms(query, now)).toMatchObject({
    utm_campaign: 'A&B=1 utm+',
    utm_content: 'C++',
    utm_term: 'a=b',
  });
});

test('reads the names of parameters in capitals', () => {
  expect(parseUtms('?UTM_SOURCE=IG&Utm_Medium=Pago&amp;UTM_TERM=a', now)).toMatchObject({
    utm_source: 'IG',
    utm_medium: 'Pago',
    utm_term: 'a',
  });
  expect(parseUtms('?utm_content=My_UTM_Ad&utm_term=B', now).utm_content).toBe('My_UTM_Ad');
});

test("drops a returned reference and keeps the visitor's value", () => {
  const ref = '0192f3a4b5c67d8e9f00112233445566';
  const query = `?utm_source=bio&utm_content=reels%7C${ref}&utm_term=${ref}`;
  expect(parseUtms(query, now)).toMatchObject({ utm_content: 'reels', utm_term: '' });
});
