import { expect, test } from 'vitest';
import { hideTerm, replaceMovedPath, restoreTerm } from './addresses.ts';

const toUrl = (href: string) => new URL(href, 'https://painel.test');

test.each([
  ['/leads?q=maria%20silva', '/leads#q=maria%20silva'],
  ['/leads?state=novo&q=%2211%22&source=a', '/leads?state=novo&source=a#q=%2211%22'],
  ['/leads/7?q=a%26b', '/leads/7#q=a%26b'],
])('moves the term of %s behind the # and back', (href, hidden) => {
  expect(hideTerm(toUrl(href))).toBe(hidden);
  expect(hideTerm(toUrl(restoreTerm(toUrl(hidden))))).toBe(hidden);
});

test.each(['/', '/vendas?state=paid', '/leads?campaign=q%3D'])('keeps %s unchanged', (href) => {
  expect(hideTerm(toUrl(href))).toBe(href);
  expect(restoreTerm(toUrl(href))).toBe(href);
});

test.each([
  ['/leads?state=novo', '/pessoas/leads?state=novo'],
  ['/leads/7', '/pessoas/leads/7'],
  ['/aplicacoes/0193a1b2?stage=sent', '/pessoas/aplicacoes/0193a1b2?stage=sent'],
  ['/pessoas', '/pessoas/leads'],
  ['/pessoas?q=maria', '/pessoas/busca?q=maria'],
  ['/pessoas/lead%3A7', '/pessoas/leads/7'],
  ['/pessoas/application:0193a1b2', '/pessoas/aplicacoes/0193a1b2'],
  ['/pessoas/sale%3Ahotmart%3AHP-1%3A2', '/vendas/hotmart/HP-1%3A2'],
  ['/pessoas/pedidos', '/conta/pedidos'],
  ['/pessoas/trilha', '/conta/trilha'],
  ['/situacao', '/conta/situacao'],
  ['/entregas?state=dead', '/ligacoes/entregas?state=dead'],
])('moves %s to %s', (old, now) => {
  expect(replaceMovedPath(old)).toBe(now);
  expect(replaceMovedPath(now)).toBe(now);
});
