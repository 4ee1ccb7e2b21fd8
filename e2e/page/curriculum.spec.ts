import { expect, test } from '../fixtures.ts';
import { waitForWebFonts } from '../page-layout.ts';

test('opens one module at a time, and shows each closed module in one line', async ({ page }) => {
  await page.goto('/');
  const curriculum = page.locator('[data-section="curriculo"]');
  const modules = curriculum.locator('details');
  await expect(curriculum.locator('details[open]')).toHaveCount(0);

  const flows = page.locator('#modulo-fluxos');
  const subtitle = flows.getByText('Do gatilho à última etapa, com n8n e Make.');
  await flows.scrollIntoViewIfNeeded();
  await waitForWebFonts(page);
  await expect(subtitle).toBeHidden();
  expect((await flows.boundingBox())?.height).toBeLessThan(64);
  await flows.locator('summary').click();
  await expect(subtitle).toBeVisible();

  await curriculum.getByText('Agentes no WhatsApp').click();
  await expect(subtitle).toBeHidden();
  await expect(curriculum.getByText('Passagem para atendimento humano')).toBeVisible();
  const lesson = curriculum.locator('li', { hasText: 'Agente completo de agendamento' });
  await expect(lesson.getByText('EXCLUSIVO Engrena IA')).toBeVisible();
  await expect(page.locator('#modulo-whatsapp').getByText('EXCLUSIVO Engrena IA')).toHaveCount(1);
  await expect(curriculum.locator('details[open]')).toHaveCount(1);

  await modules.last().locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect(curriculum.getByText('Contratar o primeiro técnico')).toBeVisible();
  await expect(curriculum.locator('details[open]')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(curriculum.locator('details[open]')).toHaveCount(0);

  await expect(curriculum.locator('ol > li')).toHaveText([
    /Setup.*Semanas 1-2/,
    /5K.*Semanas 3-4/,
    /8K.*Semanas 5-6/,
    /12K.*Semanas 7-8/,
    /15K.*Semanas 9-10/,
  ]);
});
