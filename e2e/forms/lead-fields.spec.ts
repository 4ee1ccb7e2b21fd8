import { expect, test } from '../fixtures.ts';
import {
  fillLead,
  openLeadDialog,
  submitButton,
  waitForCheckout,
  waitForLeadForm,
} from '../lead-dialog.ts';

test('explains an invalid field when it loses the focus, on Enter and on a click', async ({
  page,
  funil,
}) => {
  await page.goto('/');
  await openLeadDialog(page);
  await waitForLeadForm(page);
  const name = page.getByLabel('Nome completo');
  const phone = page.getByLabel('WhatsApp');
  await name.fill('A');
  await phone.focus();
  const message = page.getByText('Nome deve ter pelo menos 2 caracteres');
  await expect(message).toBeVisible();
  const [gapToField, gapToNextLabel] = await message.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const { top, bottom } = range.getBoundingClientRect();
    const edgeOf = (selector: string) =>
      document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
    return [top - edgeOf('#lead-nome').bottom, edgeOf('[for="lead-telefone"]').top - bottom];
  });
  expect(gapToField).toBeGreaterThan(0);
  expect(gapToNextLabel).toBeGreaterThan(2 * (gapToField ?? 0));

  const expectPhoneError = async () => {
    await expect(page.getByText('Dados incompletos')).toBeVisible();
    await expect(page.getByText('Por favor, preencha nome e telefone válidos.')).toBeVisible();
    await expect(phone).toBeFocused();
    await expect(phone).toHaveAttribute('aria-invalid', 'true');
    await expect(phone).toHaveAccessibleDescription('WhatsApp inválido (mínimo 10 dígitos)');
    await expect(name).not.toHaveAttribute('aria-invalid');
  };
  await name.fill('Ana');
  await expect(submitButton(page)).toBeDisabled();
  await submitButton(page).tap({ force: true });
  await expectPhoneError();
  await phone.press('1');
  await expect(page.getByText('WhatsApp inválido')).toHaveCount(0);
  await page.getByRole('button', { name: 'Fechar aviso' }).click();
  await expect(page.getByText('Dados incompletos')).toHaveCount(0);
  await name.focus();
  await expect(phone).toHaveAccessibleDescription('WhatsApp inválido (mínimo 10 dígitos)');
  await name.press('Enter');
  await expectPhoneError();
  await phone.fill('1198765432');
  await expect(phone).toHaveAccessibleDescription('Falta um dígito? Celular tem 9.');
  await expect(phone).not.toHaveAttribute('aria-invalid');
  await expect(submitButton(page)).toBeEnabled();
  await fillLead(page);
  await submitButton(page).click();
  await waitForCheckout(page);
  expect(funil.rows('leads')).toHaveLength(1);
});

test('marks an automated browser’s lead with a filled honeypot', async ({ page, funil }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'webdriver', { get: () => true }),
  );
  await page.goto('/');
  await openLeadDialog(page);
  await fillLead(page);
  const honeypot = page.locator('#lead-dialog [name="website"]');
  // Password managers fill in every rendered field, also one out of sight.
  await expect(honeypot).toBeHidden();
  await honeypot.evaluate((field: HTMLInputElement) => {
    field.value = 'https://spam.example';
  });
  await submitButton(page).click();
  await waitForCheckout(page);
  expect(String(funil.rows('leads')[0]?.suspect).split(',')).toEqual(
    expect.arrayContaining(['headless', 'honeypot']),
  );
});

test('takes a visitor who types and pastes by keyboard for a person', async ({ page, funil }) => {
  await page.goto('/');
  await openLeadDialog(page);
  await waitForLeadForm(page);
  await page.getByLabel('Nome completo').focus();
  await page.keyboard.type('Ana Souza');
  await page.keyboard.press('Tab');
  await page.keyboard.type('11987654321');
  await page.locator('#lead-dialog form').dispatchEvent('paste');
  const request = page.waitForRequest('**/rest/v1/leads');
  await page.keyboard.press('Enter');
  expect((await request).headers()['x-suspect']).toBeUndefined();
  await waitForCheckout(page);
  expect(funil.rows('leads')[0]?.suspect).toBeNull();
});
