import { expect, test } from 'vitest';
import { deferModuleScripts, keepTogether, removeIslandScripts, tidyHtml } from './tidy-html.ts';

test('lowers attribute names, ends void elements without a slash, and removes values of booleans', () => {
  expect(
    tidyHtml('<img srcSet="a.avif 320w" alt=""/><input autoFocus="" required="" value=""/>'),
  ).toBe('<img srcset="a.avif 320w" alt=""><input autofocus required value="">');
});

test('removes spaces around classes, empty lists of classes, and end tags of paths', () => {
  expect(tidyHtml('<p class=" a  b "><b class="">x</b></p><svg><path d="M0 0"></path></svg>')).toBe(
    '<p class="a b"><b>x</b></p><svg><path d="M0 0"/></svg>',
  );
});

test('removes the comments between texts, except in islands', () => {
  const island = '<astro-island><p>a<!-- -->b</p></astro-island>';
  expect(tidyHtml(`<p>7<!-- --> <!-- -->dias</p>${island}`)).toBe(`<p>7 dias</p>${island}`);
});

test('keeps values unchanged', () => {
  expect(tidyHtml('<form noValidate="" title="A = B, noValidate"><p data-opens="Lead">x</p>')).toBe(
    '<form novalidate title="A = B, noValidate"><p data-opens="Lead">x</p>',
  );
});

test('keeps drawings, scripts and styles unchanged', () => {
  const html =
    '<svg viewBox="0 0 1 1"><path d="M0 0" pathLength="100"/></svg><script>"<img/>"</script>';
  expect(tidyHtml(html)).toBe(html);
});

test('moves a style from the body to the head', () => {
  expect(tidyHtml('<head></head><body><style>a{}</style><p>x</p></body>')).toBe(
    '<head><style>a{}</style></head><body><p>x</p></body>',
  );
});

test('defers module files and keeps inline scripts', () => {
  const html = '<script type="module" src="/_astro/a.js"></script><script>alert(1)</script>';
  expect(deferModuleScripts(html)).toBe(
    '<script type="application/x-after-paint" data-src="/_astro/a.js"></script>' +
      '<script>alert(1)</script>',
  );
});

test("removes Astro's island scripts with their attributes, and keeps all others", () => {
  const html =
    '<script>first()</script><script>(self.Astro||(self.Astro={})).painted=()=>{};</script>' +
    '<script>(()=>{customElements.define("astro-island",class{})})();</script><script>last()</script>' +
    '<astro-island uid="1" prefix="r1" component-url="/a.js" props="{}" ssr client="painted" opts="{}" await-children><!--astro:end-->';
  expect(removeIslandScripts(html)).toBe(
    '<script>first()</script><script>last()</script><astro-island prefix="r1" component-url="/a.js" ssr>',
  );
});

test('keeps ranges, e-mail and registration numbers in one line, outside attributes and forms', () => {
  const mark = (text: string) => keepTogether(`<p title="4-5">${text}</p>`);
  const marked = (text: string) => `<p title="4-5">${text}</p>`;
  const unbroken = (text: string) => `<span class="unbroken">${text}</span>`;
  expect(mark('em 4-5\u00a0semanas.')).toBe(marked(`em ${unbroken('4-5\u00a0semanas')}.`));
  expect(mark('de R$\u00a05K-50K')).toBe(marked(`de ${unbroken('R$\u00a05K-50K')}`));
  expect(mark('o e-mail, CNPJ 00.000.000/0000-00')).toBe(
    marked(`o ${unbroken('e-mail')}, CNPJ ${unbroken('00.000.000/0000-00')}`),
  );
  expect(mark('CPF 000.000.000-00')).toBe(marked(`CPF ${unbroken('000.000.000-00')}`));
  expect(mark('segunda-feira, n8n')).toBe(marked('segunda-feira, n8n'));
  const form = '<astro-island><label>E-mail</label></astro-island><script>"1-2"</script>';
  expect(keepTogether(form)).toBe(form);
});
