import { waitForLateScript } from '../events.ts';
import { expect, test } from '../fixtures.ts';
import { fillLead, openLeadDialog, sendLead, waitForCheckout } from '../lead-dialog.ts';

test('opens the privacy text above the short form, and returns to the form in three ways', async ({
  page,
}) => {
  await page.goto('/');
  await waitForLateScript(page);
  await openLeadDialog(page);
  await fillLead(page);
  const link = page
    .locator('#lead-dialog')
    .getByRole('link', { name: 'Como cuidamos dos seus dados' });
  await link.click();
  const text = page.getByRole('dialog', { name: 'Privacidade e LGPD' });
  await expect(text.getByText('O que coletamos')).toBeVisible();
  const back = text.getByRole('button', { name: 'Voltar ao formulário' });
  await expect(back).toBeInViewport({ ratio: 1 });
  await back.click();
  await expect(text).toHaveCount(0);
  await expect(link).toBeFocused();
  await expect(page.getByLabel('Nome completo')).toHaveValue('Ana Souza');
  await expect(page.getByLabel('WhatsApp')).toHaveValue('(11) 98765-4321');
  await link.click();
  await page.keyboard.press('Escape');
  await expect(text).toHaveCount(0);
  await link.click();
  await expect(text).toBeVisible();
  await page.evaluate(() => history.back());
  await expect(text).toHaveCount(0);
  // Going back has returned to the history entry of the form, which is still open.
  await page.waitForFunction(() => history.state?.dialog === true);
  await expect(page.getByLabel('Nome completo')).toHaveValue('Ana Souza');
  await sendLead(page);
  await waitForCheckout(page);
});
