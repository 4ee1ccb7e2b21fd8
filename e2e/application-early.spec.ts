import { ApplicationModal } from './application-modal.ts';
import { expect, test } from './fixtures.ts';
import { holdScripts } from './hold-requests.ts';

test('an application opened and started before React has arrived goes on once React is there', async ({
  page,
  funil,
}) => {
  const release = await holdScripts(page);
  await page.goto(funil.url, { waitUntil: 'commit' });
  const modal = new ApplicationModal(page);
  // The header waits for a script; its button is pressed by hand.
  await modal.opener.evaluate((button: HTMLElement) => button.click());
  await expect(modal.title('Aplique para a mentoria')).toBeFocused();
  await modal.button('APLICAR').click();
  await expect(modal.button('APLICAR')).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(modal.title('Informações Pessoais')).toBeFocused();
  await modal.fillPersonal();
  await modal.next.click();
  await expect.poll(() => funil.rows('application_drafts').length).toBe(1);
});

test('an application closed and opened again before React has arrived stays on the welcome step', async ({
  page,
  funil,
}) => {
  const release = await holdScripts(page);
  await page.goto(funil.url, { waitUntil: 'commit' });
  const modal = new ApplicationModal(page);
  await modal.opener.evaluate((button: HTMLElement) => button.click());
  await modal.button('APLICAR').click();
  await modal.button('Fechar aplicação').click();
  await expect(modal.dialog).toBeHidden();
  await modal.opener.evaluate((button: HTMLElement) => button.click());
  release();
  await expect(page.locator('#application-modal[data-served]')).toBeVisible();
  await expect(modal.title('Aplique para a mentoria')).toBeVisible();
  await modal.button('APLICAR').click();
  await expect(modal.title('Informações Pessoais')).toBeVisible();
  await expect(modal.field('Nome completo')).toHaveValue('');
});

test('steps that cannot be fetched give the button back, and come at the next press', async ({
  page,
  funil,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/);
  await page.route('**/_astro/ApplicationForm*.js', (route) => route.abort());
  await page.goto(funil.url);
  const modal = new ApplicationModal(page);
  await modal.open();
  await modal.button('APLICAR').click();
  await expect(modal.button('APLICAR')).toHaveAttribute('aria-busy', 'false');
  await page.unroute('**/_astro/ApplicationForm*.js');
  await modal.button('APLICAR').click();
  await expect(modal.title('Informações Pessoais')).toBeFocused();
});
