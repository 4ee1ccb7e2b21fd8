import type { Page } from '@playwright/test';
import type { Funil } from '../../testkit/funil.ts';
import { expectEvents, waitForIdle, waitForLateScript } from '../events.ts';
import { openLeadDialog } from '../lead-dialog.ts';
import { closeDialog } from '../page-driver.ts';
import { expect, readDataLayer, readPixelCalls, test } from './tagged.ts';

const DENIED = {
  ad_storage: 'denied',
  ad_user_data: 'denied',
  ad_personalization: 'denied',
  analytics_storage: 'denied',
};
const readConsents = async (page: Page) =>
  (await readDataLayer(page)).filter(([command]) => command === 'consent');
const GRANTED = Object.fromEntries(Object.keys(DENIED).map((name) => [name, 'granted']));

/**
 * Checks that a click is stored but not sent to Google. The page calls Google before it stores an
 * event, so no call can follow a stored event.
 */
async function expectNoGoogleCall(page: Page, funil: Funil): Promise<void> {
  const callsBefore = (await readDataLayer(page)).length;
  await openLeadDialog(page);
  await page.keyboard.press('Escape');
  await expectEvents(page, funil, 'cta_click');
  expect(await readDataLayer(page)).toHaveLength(callsBefore);
}

test('stops Google and Meta at a refusal', async ({ page, context, funil, thirdPartyRequests }) => {
  await context.addCookies([
    { name: '_ga', value: '1', url: funil.url },
    { name: '_fbp', value: '1', url: funil.url },
    { name: 'outro', value: '1', url: funil.url },
  ]);
  await page.goto('/');
  await expect
    .poll(() => thirdPartyRequests.map(({ host }) => host).sort())
    .toEqual(['connect.facebook.net', 'www.googletagmanager.com']);
  const footer = page.locator('#footer');
  await expect(footer.getByText('está ligada neste navegador')).toBeVisible();
  await footer.getByRole('button', { name: 'Desligar' }).click();
  await expect(footer.getByText('está desligada neste navegador')).toBeVisible();
  await expect(footer.getByRole('button', { name: 'Ligar' })).toBeFocused();
  await expect(page.getByRole('complementary', { name: 'Aviso de privacidade' })).toBeHidden();
  expect((await readConsents(page)).at(-1)).toEqual(['consent', 'update', DENIED]);
  expect((await readPixelCalls(page)).at(-1)).toEqual(['consent', 'revoke']);
  const readCookies = async () => (await context.cookies()).map(({ name }) => name);
  await expect.poll(readCookies).toEqual(['outro']);

  await expectNoGoogleCall(page, funil);

  thirdPartyRequests.length = 0;
  await page.reload();
  await expect(footer.getByText('está desligada neste navegador')).toBeVisible();
  await waitForIdle(page);
  expect(thirdPartyRequests).toEqual([]);
  expect((await readDataLayer(page)).filter(([kind]) => kind === 'event')).toEqual([]);

  await footer.getByRole('button', { name: 'Ligar' }).click();
  await expect.poll(() => thirdPartyRequests.length).toBe(2);
  expect((await readConsents(page)).at(-1)).toEqual(['consent', 'update', GRANTED]);
});

test('applies a refusal in every tab', async ({ page, context, funil }) => {
  await page.goto('/');
  const footer = page.locator('#footer');
  await footer.getByRole('button', { name: 'Desligar' }).click();
  await footer.getByRole('button', { name: 'Ligar' }).click();
  await expect(footer.getByText('está ligada neste navegador')).toBeVisible();

  const other = await context.newPage();
  await other.goto('/');
  await other.locator('#footer').getByRole('button', { name: 'Desligar' }).click();
  await other.close();

  await expect(footer.getByText('está desligada neste navegador')).toBeVisible();
  expect((await readConsents(page)).at(-1)).toEqual(['consent', 'update', DENIED]);
  await expectNoGoogleCall(page, funil);
});

test('loads nothing of Google and Meta for the operator', async ({ page, thirdPartyRequests }) => {
  await page.goto('/?funil=ignorar');
  await page.getByRole('button', { name: 'Não contar', exact: true }).click();
  await expect(page.getByText('Este navegador está fora dos números')).toBeVisible();
  thirdPartyRequests.length = 0;
  await openLeadDialog(page);
  await closeDialog(page);
  await page.goto('/');
  await waitForLateScript(page);
  await waitForIdle(page);
  expect(thirdPartyRequests).toEqual([]);
  expect(await readDataLayer(page)).toEqual([]);
  // The page reloads itself at once, so the test cannot wait for the page script of the first load.
  await page.goto('/?funil=contar', { waitUntil: 'load' });
  await expect.poll(() => thirdPartyRequests.length).toBe(2);
});
