import { expectErrors } from '../console-errors.ts';
import { expect, test } from '../fixtures.ts';
import { cutNetwork, openWithHeldScripts } from '../hold-requests.ts';

/**
 * Longer than a click waits for its script (prolong-timers.ts). After this time the click follows the button's link.
 */
const PRESS_TIMEOUT_MS = 700_000;

test('shows step 1 after three clicks before hydration', async ({ page, modal, funil }) => {
  await page.clock.install();
  const release = await openWithHeldScripts(page);
  // The button is clicked by script, because the header stays hidden until its own script has loaded.
  await modal.opener.evaluate((button: HTMLElement) => button.click());
  await expect(modal.title('Aplique para a mentoria')).toBeFocused();
  for (let press = 0; press < 3; press += 1) await modal.button('APLICAR').click();
  await expect(modal.button('APLICAR')).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(modal.title('Informações Pessoais')).toBeFocused();
  await expect(modal.dialog.locator('[aria-invalid]')).toHaveCount(0);
  await page.clock.fastForward(PRESS_TIMEOUT_MS);
  await modal.completePersonal();
  await expect.poll(() => funil.rows('application_drafts').length).toBe(1);
});

test('shows step 1 when the button is clicked while React hydrates', async ({ page, modal }) => {
  const release = await openWithHeldScripts(page);
  await modal.opener.evaluate((button: HTMLElement) => button.click());
  await modal.button('APLICAR').evaluate((button: HTMLElement) => {
    // Clicks as soon as the button's role changes, because React sets the role when it takes the form over, before
    // its effects run.
    new MutationObserver((_, observer) => {
      observer.disconnect();
      button.click();
    }).observe(button, { attributeFilter: ['role'] });
  });
  release();
  await expect(modal.title('Informações Pessoais')).toBeFocused();
});

test('stays on the welcome step when reopened before hydration', async ({ page, modal }) => {
  const release = await openWithHeldScripts(page);
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

test('shows step 1 when its script loads at a second attempt', async ({ page, modal }) => {
  expectErrors(page, /ERR_INTERNET_DISCONNECTED/);
  const network = await cutNetwork(page, /_astro\/ApplicationForm/);
  await page.goto('/');
  await modal.open();
  await expect.poll(network.countFailed).toBeGreaterThan(0);
  await page.locator('#application-modal[data-served]').waitFor();
  await page.context().setOffline(true);
  for (let press = 0; press < 3; press += 1) await modal.button('APLICAR').click();
  await expect(modal.button('APLICAR')).toHaveAttribute('aria-busy', 'true');
  await network.restore();
  await expect(modal.title('Informações Pessoais')).toBeFocused();
  await expect(modal.dialog.locator('[aria-invalid]')).toHaveCount(0);
});

test('opens the application’s own page when the script of the steps is missing', async ({
  page,
  modal,
}) => {
  expectErrors(page, /404/);
  await page.route(/_astro\/ApplicationForm/, (route) => route.fulfill({ status: 404 }));
  await page.clock.install();
  await page.goto('/');
  await modal.open();
  await page.locator('#application-modal[data-served]').waitFor();
  await modal.button('APLICAR').click();
  await expect(modal.button('APLICAR')).toHaveAttribute('aria-busy', 'true');
  await page.clock.fastForward(PRESS_TIMEOUT_MS);
  await page.waitForURL('**/formulario/aplicacao');
});
