import { Apply } from './apply.ts';
import { expectNoViolations } from './no-violations.ts';
import { expect, test } from './shared-server.ts';

test('the page with everything open has no accessibility violation', async ({ page, funil }) => {
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
  // Colours are judged where they stand: everything has to be laid out at once.
  await page.evaluate(() => document.documentElement.setAttribute('data-whole', ''));
  await expectNoViolations(page);
});

test('the enlarged conversation has none', async ({ page, funil }) => {
  await page.goto(funil.url);
  const opener = page.getByRole('button', { name: 'Ampliar a conversa de Camila R.' });
  await opener.scrollIntoViewIfNeeded();
  await expect(page.locator('[data-looping]')).toBeVisible();
  await opener.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoViolations(page, '#conversation-dialog');
});

test('the lead dialog has none', async ({ page, funil }) => {
  await page.goto(funil.url);
  await page.locator('[data-section="hero"] [data-opens="lead"]').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoViolations(page, '#lead-dialog');
});

test('no step of the application has any, with its errors shown', async ({ page, funil }) => {
  await page.goto(funil.url);
  const apply = new Apply(page);
  await apply.open();
  await expectNoViolations(page, '#application-modal');
  await apply.button('APLICAR').click();
  await apply.field('Nome completo').press('Enter');
  await expect(apply.dialog.getByText('Email inválido')).toBeVisible();
  await expectNoViolations(page, '#application-modal');
  await apply.fillPersonal();
  await apply.next.click();
  await expectNoViolations(page, '#application-modal');
  await apply.fillCompany();
  await apply.next.click();
  await expectNoViolations(page, '#application-modal');
  await apply.fillChallenges();
  await apply.next.click();
  await expectNoViolations(page, '#application-modal');
  await apply.send.click();
  await expect(apply.title('APLICAÇÃO ENVIADA')).toBeVisible();
  await expectNoViolations(page, '#application-modal');
});

test('the not-found page has none', async ({ page, funil, expectedErrors }) => {
  expectedErrors.push(/404/);
  await page.goto(`${funil.url}/nada`);
  await expectNoViolations(page);
});

test('the keyboard reaches every control in the order of the page', async ({ page, funil }) => {
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
