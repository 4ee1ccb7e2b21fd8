import { CONTACT } from '../testkit/application-form.ts';
import { Apply } from './apply.ts';
import { expect, test } from './fixtures.ts';
import { fillLead, openLeadDialog, submitButton } from './lead-dialog.ts';

test('the lead button that is disabled says what is missing when it is pressed', async ({
  page,
  funil,
  isMobile,
}) => {
  await page.goto(funil.url);
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
  await openLeadDialog(page);
  const submit = submitButton(page);
  const phone = page.getByLabel('WhatsApp');
  await page.getByLabel('Nome completo').fill('Ana');
  await expect(submit).toBeDisabled();
  if (isMobile) await submit.tap({ force: true });
  else await submit.click({ force: true });
  await expect(page.getByText('Dados incompletos')).toBeVisible();
  await expect(phone).toBeFocused();
  await expect(phone).toHaveAttribute('aria-invalid', 'true');
  await expect(phone).toHaveAccessibleDescription('WhatsApp inválido (mínimo 10 dígitos)');
  await expect(page.getByLabel('Nome completo')).not.toHaveAttribute('aria-invalid');
  await phone.press('1');
  await expect(page.getByText('WhatsApp inválido')).toHaveCount(0);
  await fillLead(page);
  await submit.click();
  await page.waitForURL('https://checkout.example/**');
});

test("the application's disabled button shows what is missing, and leads to the first", async ({
  page,
  funil,
  isMobile,
}) => {
  await page.goto(funil.url);
  const apply = new Apply(page);
  await apply.start();
  await apply.field('Nome completo').fill('Ana');
  await expect(apply.next).toBeDisabled();
  if (isMobile) await apply.next.tap({ force: true });
  else await apply.next.click({ force: true });
  await expect(apply.field('E-mail')).toBeFocused();
  await expect(apply.field('E-mail')).toHaveAccessibleDescription('Email inválido');
  await expect(apply.field('WhatsApp')).toHaveAttribute('aria-invalid', 'true');
  await expect(apply.field('Nome completo')).not.toHaveAttribute('aria-invalid');
  await expect(apply.dialog.locator('[data-pressed]')).toHaveCount(0);
});

test('APLICAR pressed again while the steps are on their way is pressed once', async ({
  page,
  funil,
}) => {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/_astro/ApplicationForm*.js', async (route) => {
    await isReleased;
    return route.continue();
  });
  await page.goto(funil.url);
  const apply = new Apply(page);
  await apply.open();
  for (let press = 0; press < 3; press += 1) await apply.button('APLICAR').click();
  release();
  await expect(apply.title('Informações Pessoais')).toBeFocused();
  await expect(apply.dialog.locator('[aria-invalid]')).toHaveCount(0);
  await expect(apply.dialog.getByText('Email inválido')).toHaveCount(0);
});

test('a double press of a button is one press, not one of the next step too', async ({
  page,
  funil,
}) => {
  await page.goto(funil.url);
  const apply = new Apply(page);
  await apply.open();
  await expect(apply.button('APLICAR')).toBeVisible();
  await apply.button('APLICAR').dblclick();
  await expect(apply.title('Informações Pessoais')).toBeVisible();
  await expect(apply.dialog.locator('[aria-invalid]')).toHaveCount(0);
  await apply.fillPersonal();
  await apply.next.click();
  await apply.fillCompany();
  await apply.next.click();
  await apply.fillChallenges();
  await apply.next.dblclick();
  await expect(apply.title('Finalizar Aplicação')).toBeVisible();
  await expect(apply.send).toBeEnabled();
  expect(funil.rows('applications')).toEqual([]);
});

test('a field that became wrong after its step is named when sending, and led back to', async ({
  page,
  funil,
}) => {
  await page.goto(funil.url);
  const apply = new Apply(page);
  await apply.start();
  await apply.fillPersonal();
  // What a browser fills in late, when the step has been left: React hears of it all the same.
  await apply.field('E-mail').evaluate((input: HTMLInputElement) => {
    const key = Object.keys(input).find((name) => name.startsWith('__reactProps')) ?? '';
    const { onChange } = Reflect.get(input, key);
    Object.assign(window, { fillInLate: () => onChange({ target: { value: 'ana@souza' } }) });
  });
  await apply.next.click();
  await apply.fillCompany();
  await apply.next.click();
  await apply.fillChallenges();
  await apply.next.click();
  await page.evaluate('fillInLate()');
  await apply.send.click();
  await expect(page.getByText('Erro na validação')).toBeVisible();
  await expect(page.getByText('Por favor, verifique os campos obrigatórios.')).toBeVisible();
  await expect(apply.title('Informações Pessoais')).toBeVisible();
  await expect(apply.field('E-mail')).toBeFocused();
  await expect(apply.field('E-mail')).toHaveAccessibleDescription('Email inválido');
  expect(funil.rows('applications')).toEqual([]);
  await apply.field('E-mail').fill(CONTACT.email);
  for (let step = 1; step < 4; step += 1) await apply.next.click();
  await apply.send.click();
  await expect(apply.title('APLICAÇÃO ENVIADA')).toBeFocused();
  expect(funil.rows('applications')).toMatchObject([CONTACT]);
});
