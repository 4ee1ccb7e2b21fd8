import { CONTACT } from '../../testkit/forms/application-form.ts';
import { recordCalls } from '../events.ts';
import { expect, test } from '../fixtures.ts';

test('takes over values that were filled in without an event', async ({ page, modal, funil }) => {
  await page.goto('/');
  await modal.start();
  await modal.dialog.locator('.application-step[data-shown] input').evaluateAll((inputs) => {
    const values = ['Ana Souza', 'ana@souza.com.br', '+55 (11) 98765-4321'];
    const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    for (const [index, text] of values.entries()) setValue?.call(inputs[index], text);
  });
  await modal.next.click({ force: true });
  await expect(modal.title('Informações da Empresa')).toBeFocused();
  await expect
    .poll(() => funil.rows('application_drafts'))
    .toMatchObject([{ ...CONTACT, instagram: '@' }]);
});

/** Fakes a phone's keyboard that sends an event when it opens, but none when it closes. */
const openKeyboardSilently = () => {
  let keyboard = 0;
  const get = () => window.innerHeight - keyboard;
  Object.defineProperty(window.visualViewport, 'height', { get });
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    keyboard = 300;
    window.visualViewport?.dispatchEvent(new Event('resize'));
  });
  document.addEventListener('focusout', () => {
    keyboard = 0;
  });
};

test('gives the application its height back although the keyboard closes without an event', async ({
  page,
  modal,
}) => {
  await page.addInitScript(openKeyboardSilently);
  await page.goto('/');
  await modal.start();
  const fullHeight = await modal.dialog.evaluate((dialog) => dialog.clientHeight);
  const height = () => modal.dialog.evaluate((dialog) => dialog.clientHeight);
  await modal.field('Nome completo').focus();
  await expect.poll(height).toBe(fullHeight - 300);
  await modal.title('Informações Pessoais').focus();
  await expect.poll(height).toBe(fullHeight);
});

test('counts a section again after the back button without an event', async ({ page }) => {
  const gtag = await recordCalls(page, 'gtag');
  await page.goto('/');
  const leave = () =>
    page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide')));
  const isView = ([, name, payload]: unknown[]) =>
    name === 'section_view' && Object(payload).section === 'hero';
  const countLeaving = async () => {
    await leave();
    return gtag.filter(isView).length;
  };
  await expect.poll(countLeaving).toBe(1);
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow')));
  await leave();
  await expect.poll(() => gtag.filter(isView).length).toBe(2);
});
