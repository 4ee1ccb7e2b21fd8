import { holdRequests } from './hold-requests.ts';
import { expect, test } from './shared-server.ts';

test('one module is open at a time, by touch and by keyboard', async ({ page, funil }) => {
  await page.goto(funil.url);
  const curriculum = page.locator('[data-section="curriculo"]');
  const modules = curriculum.locator('details');
  await expect(modules).toHaveCount(9);
  await expect(curriculum.locator('details[open]')).toHaveCount(0);

  await curriculum.getByText('Agentes no WhatsApp').click();
  await expect(curriculum.getByText('Passagem para atendimento humano')).toBeVisible();
  await curriculum.getByText('Diagnóstico e proposta').click();
  await expect(curriculum.getByText('Passagem para atendimento humano')).toBeHidden();
  await expect(curriculum.locator('details[open]')).toHaveCount(1);

  await modules.nth(8).locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect(curriculum.getByText('Contratar o primeiro técnico')).toBeVisible();
  await expect(curriculum.locator('details[open]')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(curriculum.locator('details[open]')).toHaveCount(0);
});

test('exclusive lessons carry the badge with the product’s name', async ({ page, funil }) => {
  await page.goto(funil.url);
  const module = page.locator('#modulo-whatsapp');
  await module.locator('summary').click();
  const lesson = module.locator('li', { hasText: 'Agente completo de agendamento' });
  await expect(lesson.getByText('EXCLUSIVO Engrena IA')).toBeVisible();
  await expect(module.getByText('EXCLUSIVO Engrena IA')).toHaveCount(1);
});

test('the schedule leads from setup to 15K in ten weeks', async ({ page, funil }) => {
  await page.goto(funil.url);
  const steps = page.locator('[data-section="curriculo"] ol > li');
  await expect(steps).toHaveText([
    /Setup.*Semanas 1-2/,
    /5K.*Semanas 3-4/,
    /8K.*Semanas 5-6/,
    /12K.*Semanas 7-8/,
    /15K.*Semanas 9-10/,
  ]);
});

test('a browser that does not know groups of details keeps one module open too', async ({
  page,
  funil,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(HTMLDetailsElement.prototype, 'name'));
  await page.route(`${funil.url}/`, async (route) => {
    const response = await route.fetch();
    return route.fulfill({
      response,
      body: (await response.text()).replaceAll('name="modulo"', ''),
    });
  });
  const release = await holdRequests(page, '**/_astro/page-late*.js');
  await page.goto(funil.url);
  const modules = page.locator('[data-section="curriculo"] details');
  await modules.nth(1).locator('summary').click();
  await modules.nth(4).locator('summary').click();
  await expect(modules.nth(1)).toHaveAttribute('open');
  await expect(modules.nth(4)).toHaveAttribute('open');
  // Of what was opened before the script came, the first stays.
  release();
  await expect(modules.nth(4)).not.toHaveAttribute('open');
  await expect(modules.nth(1)).toHaveAttribute('open');
  await modules.nth(4).locator('summary').click();
  await expect(modules.nth(4)).toHaveAttribute('open');
  await expect(modules.nth(1)).not.toHaveAttribute('open');
  await modules.nth(4).locator('summary').click();
  await expect(page.locator('[data-section="curriculo"] details[open]')).toHaveCount(0);
  await page.getByText('Privacidade e LGPD').click();
  await modules.nth(0).locator('summary').click();
  await expect(page.locator('details[open]')).toHaveCount(2);
});

test('a closed module is one line on a phone, and says all once it is open', async ({
  page,
  funil,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(funil.url);
  const module = page.locator('#modulo-fluxos');
  await module.scrollIntoViewIfNeeded();
  await expect(module.getByText('Do gatilho à última etapa, com n8n e Make.')).toBeHidden();
  expect((await module.boundingBox())?.height).toBeLessThan(64);
  await module.locator('summary').click();
  await expect(module.getByText('Do gatilho à última etapa, com n8n e Make.')).toBeVisible();
});
