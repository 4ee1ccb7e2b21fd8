import { ANSWERS, CONTACT } from '../testkit/application-form.ts';
import { Apply } from './apply.ts';
import { expect, test } from './fixtures.ts';
import { holdRequests } from './hold-requests.ts';

test('a draft that cannot be saved is only logged, and is tried again a step later', async ({
  page,
  funil,
  expectedErrors,
}) => {
  expectedErrors.push(/503/);
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  await page.route(
    '**/rest/v1/application_drafts',
    (route) => route.fulfill({ status: 503, json: { message: '' } }),
    { times: 1 },
  );
  await page.goto(funil.url);
  const apply = new Apply(page);
  await apply.start();
  await apply.fillPersonal();
  await apply.next.click();
  await expect(apply.title('Informações da Empresa')).toBeFocused();
  await expect(apply.indicator).toHaveText('Erro ao salvar');
  await expect(apply.indicator).toBeVisible();
  expect(warnings).toContain('application draft: Erro desconhecido');
  expect(funil.rows('application_drafts')).toEqual([]);

  await apply.fillCompany();
  await apply.next.click();
  await expect(apply.title('Desafios e Objetivos')).toBeFocused();
  await expect(apply.indicator).toHaveText(/^Salvo \d{2}:\d{2}$/);
  expect(funil.rows('application_drafts')).toMatchObject([CONTACT]);
});

test('with the network gone the steps go on, and the application is sent once it is back', async ({
  page,
  funil,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED/);
  await page.goto(funil.url);
  const apply = new Apply(page);
  await apply.start();
  await context.setOffline(true);
  await apply.fillPersonal();
  await apply.next.click();
  await apply.fillCompany();
  await apply.next.click();
  await apply.fillChallenges();
  await apply.next.click();
  await apply.send.click();
  await expect(page.getByText('Erro no envio')).toBeVisible();
  await expect(page.getByText('Erro: sem conexão com o servidor.')).toBeVisible();
  await context.setOffline(false);
  await apply.send.click();
  await expect(apply.title('APLICAÇÃO ENVIADA')).toBeFocused();
  expect(funil.rows('applications')).toMatchObject([CONTACT]);
});

test('a failed send keeps everything and says why; the retry stores one row', async ({
  page,
  funil,
  expectedErrors,
}) => {
  expectedErrors.push(/503/, /ERR_FAILED/);
  const requests: { key: string | undefined; id: string }[] = [];
  await page.route('**/rest/v1/applications', async (route) => {
    const request = route.request();
    requests.push({ key: request.headers()['idempotency-key'], id: request.postDataJSON().id });
    if (requests.length === 1) {
      return route.fulfill({ status: 503, json: { code: 'x', message: 'database unavailable' } });
    }
    if (requests.length === 2) {
      // Stored, but the answer is lost on its way.
      await route.fetch();
      return route.abort();
    }
    return route.continue();
  });
  await page.addInitScript(() => {
    const told = { leads: 0 };
    const fbq = (_command: string, event: string) => {
      if (event === 'Lead') told.leads += 1;
    };
    Object.assign(window, { fbq, told });
  });
  await page.goto(funil.url);
  const apply = new Apply(page);
  await apply.reachTheEnd();
  await apply.send.click();
  await expect(page.getByText('Erro no envio')).toBeVisible();
  await expect(page.getByText('Erro: o servidor está fora do ar.')).toBeVisible();
  await expect(apply.indicator).toHaveText('Erro ao salvar');
  await expect(apply.field('Você já fez')).toHaveValue(ANSWERS.experiencia_anterior);

  await apply.send.click();
  await expect(page.getByText('Erro: sem conexão com o servidor.')).toBeVisible();
  expect(await page.evaluate('told.leads')).toBe(0);
  await apply.send.click();
  await expect(apply.title('APLICAÇÃO ENVIADA')).toBeFocused();
  await expect.poll(() => page.evaluate('told.leads')).toBe(1);
  expect(funil.rows('applications')).toMatchObject([{ ...CONTACT, ...ANSWERS }]);
  expect(new Set(requests.map(({ key }) => key)).size).toBe(1);
  expect(new Set(requests.map(({ id }) => id)).size).toBe(1);
});

test('an answer of an earlier step that a browser made wrong is refused on sending, and shown', async ({
  page,
  funil,
}) => {
  await page.goto(funil.url);
  const apply = new Apply(page);
  await apply.reachTheEnd();
  // As an extension or a browser that fills in forms writes into a field that is not shown.
  await apply.dialog.locator('[name="email"]').evaluate((input: HTMLInputElement) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'ana@');
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await apply.send.click();
  await expect(page.getByText('Erro na validação')).toBeVisible();
  await expect(page.getByText('Por favor, verifique os campos obrigatórios.')).toBeVisible();
  await expect(apply.title('Informações Pessoais')).toBeVisible();
  await expect(apply.field('E-mail')).toBeFocused();
  await expect(apply.field('E-mail')).toHaveAccessibleDescription('Email inválido');
  expect(funil.rows('applications')).toEqual([]);
});

test('a refusal without words gives the general sentence', async ({
  page,
  funil,
  expectedErrors,
}) => {
  expectedErrors.push(/502/);
  await page.route('**/rest/v1/applications', (route) =>
    route.fulfill({ status: 502, json: { message: '' } }),
  );
  await page.goto(funil.url);
  const apply = new Apply(page);
  await apply.reachTheEnd();
  await apply.send.click();
  const sentence = 'Houve um problema ao enviar sua aplicação. Tente novamente.';
  await expect(page.getByText(sentence)).toBeVisible();
});

test('while sending nothing can be pressed twice or gone back from', async ({ page, funil }) => {
  let requests = 0;
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/rest/v1/applications', async (route) => {
    requests += 1;
    await isReleased;
    return route.continue();
  });
  await page.goto(funil.url);
  const apply = new Apply(page);
  await apply.reachTheEnd();
  await apply.send.dblclick();
  await expect(apply.button('ENVIANDO...')).toBeDisabled();
  await expect(apply.back).toBeDisabled();
  await expect(apply.field('Você já fez')).toBeDisabled();
  await expect(apply.indicator).toHaveText('Salvando...');
  release();
  await expect(apply.title('APLICAÇÃO ENVIADA')).toBeFocused();
  expect(requests).toBe(1);
});

test('an answer that comes after closing counts, and shows nothing in the next opening', async ({
  page,
  funil,
}) => {
  const release = await holdRequests(page, '**/rest/v1/applications');
  await page.goto(funil.url);
  const apply = new Apply(page);
  await apply.reachTheEnd();
  await apply.send.click();
  await page.keyboard.press('Escape');
  await apply.open();
  const answered = page.waitForResponse('**/rest/v1/applications');
  release();
  await answered;
  await expect(apply.button('APLICAR')).toBeVisible();
  await expect(page.getByText('Aplicação enviada com sucesso!')).toHaveCount(0);
  expect(funil.rows('applications')).toHaveLength(1);
});

for (const [status, words] of [
  [400, 'Erro: uma das respostas não foi aceita. Confira os campos e tente de novo.'],
  [429, 'Erro: muitos envios em pouco tempo. Tente de novo em um minuto.'],
  [503, 'Erro: o servidor está fora do ar. Tente de novo em instantes.'],
] as const) {
  test(`an answer of ${status} is told in the applicant's language`, async ({
    page,
    funil,
    expectedErrors,
  }) => {
    expectedErrors.push(new RegExp(String(status)));
    await page.route('**/rest/v1/applications', (route) =>
      route.fulfill({ status, json: { code: 'x', message: 'new row violates check constraint' } }),
    );
    await page.goto(funil.url);
    const apply = new Apply(page);
    await apply.reachTheEnd();
    await apply.send.click();
    await expect(page.getByText(words)).toBeVisible();
    await expect(page.getByText('violates')).toHaveCount(0);
  });
}
