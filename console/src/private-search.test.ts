import { expect, test } from 'vitest';
import { hideTerm, showTerm } from './private-search.ts';

test.each([
  ['/leads?q=maria%20silva', '/leads#q=maria%20silva'],
  ['/leads?state=novo&q=%2211%22&source=a', '/leads?state=novo&source=a#q=%2211%22'],
  ['/leads/7?q=a%26b', '/leads/7#q=a%26b'],
])('moves the term of %s behind the # and back', (href, hidden) => {
  expect(hideTerm(href)).toBe(hidden);
  expect(hideTerm(showTerm(new URL(hidden, 'https://painel.test')))).toBe(hidden);
});

test.each(['/', '/vendas?state=paid', '/leads?campaign=q%3D'])('keeps %s unchanged', (href) => {
  expect(hideTerm(href)).toBe(href);
  expect(showTerm(new URL(href, 'https://painel.test'))).toBe(href);
});
