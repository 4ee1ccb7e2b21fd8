import { readEvents } from './events.ts';
import { expect, test } from './fixtures.ts';

test('a press on a module or on the privacy text is a click of the journey, too', async ({
  page,
  funil,
}) => {
  await page.goto(funil.url);
  await page.locator('#modulo-whatsapp summary').click();
  await page.locator('#privacidade summary').click();
  const read = () => page.evaluate(() => localStorage.getItem('journey_tracking_data') ?? '{}');
  await expect.poll(async () => JSON.parse(await read()).botoes_clicados).toHaveLength(2);
  const { botoes_clicados } = JSON.parse(await read());
  expect(botoes_clicados).toMatchObject([{ secao: 'curriculo' }, { secao: 'footer' }]);
  expect(botoes_clicados[0].botao).toMatch(/^Módulo \d+ \S+/);
  await page.goto('about:blank');
  await expect
    .poll(() => readEvents(funil, 'click').map(({ secao }) => secao))
    .toEqual(['curriculo', 'footer']);
});

test('the section is the nearest mark, else a class, else an id around the button', async ({
  page,
  funil,
}) => {
  await page.goto(funil.url);
  await page.evaluate(() => {
    document.body.insertAdjacentHTML(
      'afterbegin',
      `<div style="position:fixed;top:0;left:0;z-index:9999;background:#fff">
        <button id="sozinho">Sozinho</button>
        <div id="caixa"><button>Em caixa</button></div>
        <div id="fora"><p class="a bonus-section"><button>Em bônus</button></p></div>
        <div data-section="faixa"><p class="b-section"><button> Na
          faixa </button></p></div>
        <button aria-label="Só rótulo"></button><button>&nbsp;</button>
      </div>`,
    );
  });
  for (const button of await page.locator('body > div > button, body > div > div button').all()) {
    // One of them shows nothing: no mouse could find it.
    await button.evaluate((element: HTMLElement) => element.click());
  }
  const read = () => page.evaluate(() => localStorage.getItem('journey_tracking_data') ?? '{}');
  await expect.poll(async () => JSON.parse(await read()).botoes_clicados).toHaveLength(6);
  const { botoes_clicados } = JSON.parse(await read());
  const seen = botoes_clicados.map(({ botao, secao }: Record<string, string>) => [botao, secao]);
  expect(new Map(seen)).toEqual(
    new Map([
      ['Sozinho', 'unknown_section'],
      ['Em caixa', 'caixa'],
      ['Em bônus', 'bonus-section'],
      ['Na faixa', 'faixa'],
      ['Só rótulo', 'unknown_section'],
      ['unknown_button', 'unknown_section'],
    ]),
  );
});
