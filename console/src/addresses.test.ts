import { expect, test } from 'vitest';
import { hideTerm, restoreTerm } from './addresses.ts';

const toUrl = (href: string) => new URL(href, 'https://painel.test');

test.each([
  ['/leads?q=maria%20silva', '/leads#q=maria%20silva'],
  ['/leads?state=novo&q=%2211%22&source=a', '/leads?state=novo&source=a#q=%2211%22'],
  ['/leads/7?q=a%26b', '/leads/7#q=a%26b'],
])('moves the search term of %s after the # and back', (href, hidden) => {
  expect(hideTerm(toUrl(href))).toBe(hidden);
  expect(hideTerm(toUrl(restoreTerm(toUrl(hidden))))).toBe(hidden);
});

test.each(['/', '/vendas?state=paid', '/leads?campaign=q%3D'])('keeps %s unchanged', (href) => {
  expect(hideTerm(toUrl(href))).toBe(href);
  expect(restoreTerm(toUrl(href))).toBe(href);
});
