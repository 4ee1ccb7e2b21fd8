import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';

/** Waits until the stored journey has `count` clicks, and returns them. */
async function readClicks(page: Page, count: number): Promise<Record<string, string>[]> {
  const read = () => page.evaluate(() => localStorage.getItem('journey_tracking_data') ?? '{}');
  const clicks = async () => JSON.parse(await read()).botoes_clicados;
  await expect.poll(clicks).toHaveLength(count);
  return clicks();
}

test('records a click with its button and the nearest named section', async ({ page, funil }) => {
  await page.goto('/');
  await page.locator('#modulo-whatsapp summary').click();
  await page.locator('#privacidade summary').click();
  const clicks = await readClicks(page, 2);
  expect(clicks).toMatchObject([{ secao: 'curriculo' }, { secao: 'footer' }]);
  expect(clicks[0]?.botao).toMatch(/^Módulo \d+ \S+/);

  await page.evaluate(() => {
    localStorage.removeItem('journey_tracking_data');
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
    // The click is made by script, because a button without text has no area that a mouse could hit.
    await button.evaluate((element: HTMLElement) => element.click());
  }
  const seen = (await readClicks(page, 6)).map(({ botao, secao }) => [botao, secao] as const);
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
  await page.goto('about:blank');
  const stored = () => funil.events('click').map(({ secao }) => secao);
  await expect.poll(stored).toHaveLength(8);
  expect(stored().slice(0, 2)).toEqual(['curriculo', 'footer']);
});
