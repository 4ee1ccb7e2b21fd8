import { openLeadDialog } from './lead-dialog.ts';
import { expectNoViolations } from './no-violations.ts';
import { expect, test } from './shared-server.ts';

test('the page with every part open has no accessibility violation', { tag: '@both' }, async ({
  page,
  funil,
}) => {
  await page.goto(funil.url);
  await page.locator('[data-carousel]').scrollIntoViewIfNeeded();
  await expect(page.locator('[data-looping]')).toBeVisible();
  for (const details of await page.locator('details').all()) {
    await details.evaluate((element: HTMLDetailsElement) => {
      element.name = '';
      element.open = true;
    });
  }
  await page.locator('[data-video="demoMembro1"]').getByRole('button').click();
  await expect(page.locator('iframe')).toBeVisible();
  // axe reads wrong colors in sections that are not laid out.
  await page.evaluate(() => document.documentElement.setAttribute('data-whole', ''));
  await expectNoViolations(page);
});

test('neither the enlarged conversation nor the lead dialog has one', async ({ page, funil }) => {
  await page.goto(funil.url);
  const opener = page.getByRole('button', { name: 'Ampliar a conversa de Camila R.' });
  await opener.scrollIntoViewIfNeeded();
  await expect(page.locator('[data-looping]')).toBeVisible();
  await opener.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoViolations(page, '#conversation-dialog');
  // Wide windows show the conversation's words beside it.
  await page.setViewportSize({ width: 1280, height: 800 });
  await expectNoViolations(page, '#conversation-dialog');
  await page.keyboard.press('Escape');
  await openLeadDialog(page);
  await expectNoViolations(page, '#lead-dialog');
});

test('the keyboard reaches every control in the order of the page', { tag: '@desktop' }, async ({
  page,
  funil,
}) => {
  await page.goto(funil.url);
  const visited: string[] = [];
  for (let press = 0; press < 120; press += 1) {
    await page.keyboard.press('Tab');
    const section = await page.evaluate(
      () => document.activeElement?.closest('[data-section]')?.getAttribute('data-section') ?? '',
    );
    if (section && section !== visited.at(-1)) visited.push(section);
    if (section === 'footer') break;
  }
  expect(visited.filter((name) => name !== 'header')).toEqual([
    'hero',
    'problema',
    'casos',
    'autoridade',
    'videos',
    'depoimentos',
    'aplicacao',
    'curriculo',
    'oferta',
    'fundador',
    'equipe',
    'footer',
  ]);
});
