import { expect, test } from 'vitest';
import { hideWords, showWords } from './private-search.ts';

test.each([
  ['/leads?q=maria%20silva', '/leads#q=maria%20silva'],
  ['/leads?state=novo&q=%2211%22&source=a', '/leads?state=novo&source=a#q=%2211%22'],
  ['/leads/7?q=a%26b', '/leads/7#q=a%26b'],
])('keeps the words of %s out of what a server gets, and finds them again', (href, hidden) => {
  expect(hideWords(href)).toBe(hidden);
  const { pathname, search, hash } = new URL(hidden, 'https://painel.test');
  expect(hideWords(showWords({ pathname, search, hash }))).toBe(hidden);
});

test.each(['/', '/vendas?state=paid', '/leads?campaign=q%3D'])('leaves %s as it is', (href) => {
  expect(hideWords(href)).toBe(href);
  const { pathname, search, hash } = new URL(href, 'https://painel.test');
  expect(showWords({ pathname, search, hash })).toBe(href);
});
