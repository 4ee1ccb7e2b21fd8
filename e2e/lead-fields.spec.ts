import { expect, test } from './fixtures.ts';
import { fillLead, openLeadDialog, submitButton } from './lead-dialog.ts';

test('a visitor without parameters is "direto", and empty UTMs stay out of the address', async ({
  page,
  funil,
}) => {
  await page.goto(funil.url);
  await openLeadDialog(page);
  await fillLead(page);
  await submitButton(page).click();
  await page.waitForURL('https://checkout.example/**');
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    funnel: 'engrena-anual',
    ra: 'false',
    utm_source: 'direto',
    utm_medium: 'organico',
  });
});

test('the first campaign is kept, and each load counts a page', async ({ page, funil }) => {
  await page.goto(`${funil.url}/?utm_source=bio`);
  await page.goto(`${funil.url}/?utm_source=google`);
  const stored = await page.evaluate(() => ({
    utm: JSON.parse(localStorage.getItem('utm_tracking_data') ?? '{}'),
    journey: JSON.parse(localStorage.getItem('journey_tracking_data') ?? '{}'),
  }));
  expect(stored.utm).toMatchObject({ utm_source: 'bio', utm_medium: 'organico' });
  expect(stored.journey.paginas_visitadas).toBe(2);
});

test('Enter with invalid fields says what is missing and keeps the dialog', async ({
  page,
  funil,
}) => {
  await page.goto(funil.url);
  await openLeadDialog(page);
  await page.getByLabel('Nome completo').fill('Ana');
  await page.getByLabel('Nome completo').press('Enter');
  await expect(page.getByText('Dados incompletos')).toBeVisible();
  await expect(page.getByText('Por favor, preencha nome e telefone válidos.')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeVisible();
  const phone = page.getByLabel('WhatsApp');
  await expect(phone).toBeFocused();
  await expect(phone).toHaveAttribute('aria-invalid', 'true');
  await expect(phone).toHaveAccessibleDescription('WhatsApp inválido (mínimo 10 dígitos)');
  expect(funil.rows('leads')).toEqual([]);
});

for (const pasted of ['+55 (11) 98765-4321', '011987654321', '11987654321', '(11) 98765-4321']) {
  test(`pasting ${pasted} shows one and the same number`, async ({ page, funil }) => {
    await page.goto(funil.url);
    await openLeadDialog(page);
    await page.getByLabel('WhatsApp').focus();
    await page.keyboard.insertText(pasted);
    await expect(page.getByLabel('WhatsApp')).toHaveValue('(11) 98765-4321');
  });
}

test('a digit typed or deleted in the middle leaves the caret where it was', async ({
  page,
  funil,
}) => {
  await page.goto(funil.url);
  await openLeadDialog(page);
  const phone = page.getByLabel('WhatsApp');
  await phone.pressSequentially('11987654321');
  await expect(phone).toHaveValue('(11) 98765-4321');
  await phone.evaluate((input: HTMLInputElement) => input.setSelectionRange(5, 5));
  await phone.press('Backspace');
  await expect(phone).toHaveValue('(19) 87654-321');
  await page.keyboard.type('1');
  await expect(phone).toHaveValue('(11) 98765-4321');
});

test('what only a robot does marks the lead, and refuses nothing', async ({ page, funil }) => {
  await page.goto(funil.url);
  await openLeadDialog(page);
  await fillLead(page);
  await page.locator('#lead-dialog [name="website"]').evaluate((field: HTMLInputElement) => {
    field.value = 'https://spam.example';
  });
  await submitButton(page).click();
  await page.waitForURL('https://checkout.example/**');
  expect(funil.rows('leads')[0]?.suspect).toContain('honeypot');
});
