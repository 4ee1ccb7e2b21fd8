import { expect, test } from 'vitest';
import { deferModuleScripts, tidyHtml } from './tidy-html.ts';

test('attribute names are lower case, void elements end plainly, booleans have no value', () => {
  expect(
    tidyHtml('<img srcSet="a.avif 320w" alt=""/><input autoFocus="" required="" value=""/>'),
  ).toBe('<img srcset="a.avif 320w" alt=""><input autofocus required value="">');
});

test('values keep their letters', () => {
  expect(tidyHtml('<form noValidate="" title="A = B, noValidate"><p data-opens="Lead">x</p>')).toBe(
    '<form novalidate title="A = B, noValidate"><p data-opens="Lead">x</p>',
  );
});

test('drawings, scripts and styles are left alone', () => {
  const html =
    '<svg viewBox="0 0 1 1"><path d="M0 0" pathLength="100"/></svg><script>"<img/>"</script>';
  expect(tidyHtml(html)).toBe(html);
});

test('a style in the body moves to the head', () => {
  expect(tidyHtml('<head></head><body><style>a{}</style><p>x</p></body>')).toBe(
    '<head><style>a{}</style></head><body><p>x</p></body>',
  );
});

test('sets module files aside, and leaves inline scripts alone', () => {
  const html = '<script type="module" src="/_astro/a.js"></script><script>alert(1)</script>';
  expect(deferModuleScripts(html)).toBe(
    '<script type="application/x-after-paint" data-src="/_astro/a.js"></script>' +
      '<script>alert(1)</script>',
  );
});
