import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { fillLead, submitButton } from './lead-dialog.ts';

const CAMPAIGN = '/?utm_source=instagram&utm_campaign=lancamento&utm_content=story-3&utm_term=ia';

async function openFrom(page: Page, section: 'hero' | 'oferta') {
  await page.locator(`[data-section="${section}"] [data-opens="lead"]`).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

for (const section of ['hero', 'oferta'] as const) {
  test(`a visitor from an ad goes from ${section} to checkout, the lead stored`, async ({
    page,
    funil,
  }) => {
    await page.goto(funil.url + CAMPAIGN);
    await openFrom(page, section);
    await fillLead(page);
    let savedAt = 0;
    page.on('response', (response) => {
      if (response.url().endsWith('/rest/v1/leads')) savedAt = performance.now();
    });
    await submitButton(page).click();

    await expect(page.getByText('Dados salvos!').first()).toBeVisible();
    await expect(page.getByText('Redirecionando para o checkout...').first()).toBeVisible();
    expect(page.url()).toContain(funil.url);
    await page.waitForURL('https://checkout.example/**');
    expect(performance.now() - savedAt).toBeGreaterThanOrEqual(950);

    const address = new URL(page.url());
    expect(address.pathname).toBe('/engrena-ia');
    expect(Object.fromEntries(address.searchParams)).toEqual({
      funnel: 'engrena-anual',
      ra: 'false',
      utm_source: 'instagram',
      utm_medium: 'social',
      utm_campaign: 'lancamento',
      utm_content: 'story-3',
      utm_term: 'ia',
    });

    const [row, ...others] = funil.rows('leads');
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      nome: 'Ana Souza',
      telefone: '(11) 98765-4321',
      utm_source: 'instagram',
      utm_medium: 'social',
      utm_campaign: 'lancamento',
      utm_content: 'story-3',
      utm_term: 'ia',
      paginas_visitadas: 1,
    });
    const clicks = JSON.parse(String(row?.botoes_clicados));
    expect(clicks[0]).toEqual({
      botao: section === 'hero' ? 'Quero entrar na comunidade' : 'Garantir meu acesso',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      secao: section,
    });
    expect(clicks.at(-1).botao).toBe('Continuar para o pagamento');
    expect(Number.isInteger(row?.tempo_jornada_segundos)).toBe(true);
    expect(row?.origem_timestamp).toMatch(/^\d{4}-\d\d-\d\dT/);
  });
}

test('a visitor without parameters is "direto", and empty UTMs stay out of the address', async ({
  page,
  funil,
}) => {
  await page.goto(funil.url);
  await openFrom(page, 'hero');
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

test('the button waits for two valid fields', async ({ page, funil }) => {
  await page.goto(funil.url);
  await openFrom(page, 'hero');
  await expect(page.getByLabel('Nome completo')).toBeFocused();
  await expect(submitButton(page)).toBeDisabled();
  await fillLead(page, 'A', '11987654321');
  await expect(submitButton(page)).toBeDisabled();
  await fillLead(page, 'Ana', '119876543');
  await expect(submitButton(page)).toBeDisabled();
  await fillLead(page, 'Ana', '1134567890');
  await expect(submitButton(page)).toBeEnabled();
});

test('Enter with invalid fields says what is missing and keeps the dialog', async ({
  page,
  funil,
}) => {
  await page.goto(funil.url);
  await openFrom(page, 'hero');
  await page.getByLabel('Nome completo').fill('Ana');
  await expect(async () => {
    await page.getByLabel('Nome completo').press('Enter');
    await expect(page.getByText('Dados incompletos')).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(page.getByText('Por favor, preencha nome e telefone válidos.')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(funil.rows('leads')).toEqual([]);
});

for (const pasted of ['+55 (11) 98765-4321', '011987654321', '11987654321', '(11) 98765-4321']) {
  test(`pasting ${pasted} shows one and the same number`, async ({ page, funil }) => {
    await page.goto(funil.url);
    await openFrom(page, 'hero');
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
  await openFrom(page, 'hero');
  const phone = page.getByLabel('WhatsApp');
  await phone.pressSequentially('11987654321');
  await expect(phone).toHaveValue('(11) 98765-4321');
  await phone.evaluate((input: HTMLInputElement) => input.setSelectionRange(5, 5));
  await phone.press('Backspace');
  await expect(phone).toHaveValue('(19) 87654-321');
  await page.keyboard.type('1');
  await expect(phone).toHaveValue('(11) 98765-4321');
});

test('closing clears the form, and focus goes back to the button', async ({ page, funil }) => {
  await page.goto(funil.url);
  await openFrom(page, 'hero');
  await fillLead(page);
  await expect(submitButton(page)).toBeEnabled();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.locator('[data-section="hero"] [data-opens="lead"]')).toBeFocused();
  await openFrom(page, 'hero');
  await expect(page.getByLabel('Nome completo')).toHaveValue('');
  await expect(page.getByLabel('WhatsApp')).toHaveValue('');
  await expect(submitButton(page)).toBeDisabled();
});

test('what only a robot does marks the lead, and refuses nothing', async ({ page, funil }) => {
  await page.goto(funil.url);
  await openFrom(page, 'hero');
  await fillLead(page);
  await page.locator('#lead-dialog [name="website"]').evaluate((field: HTMLInputElement) => {
    field.value = 'https://spam.example';
  });
  await submitButton(page).click();
  await page.waitForURL('https://checkout.example/**');
  expect(funil.rows('leads')[0]?.suspect).toContain('honeypot');
});
