import { makeLink } from '@funil/server/operators/links';
import { openDatabase } from '@funil/server/store/open-database';
import { findPort } from '../../testkit/find-port.ts';
import { Funil } from '../../testkit/funil.ts';
import { totpCode } from '../../testkit/totp.ts';
import { test as base, expect } from '../fixtures.ts';
import type { Page } from './console-server.ts';
import { PASSWORD, waitForConsole } from './operator-session.ts';

interface Operators {
  readonly url: string;
  /** Returns the URL of a one-time link. @param email null for the first operator, who enters one */
  createLink(email: string | null): Promise<string>;
}

/** A server with its console, and no operator. */
const test = base.extend<{ consolePort: string; operators: Operators }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
  consolePort: async ({}, use) => use(String(await findPort())),
  funil: async ({ consolePort }, use) => {
    await using funil = new Funil({ env: { CONSOLE_PORT: consolePort } });
    await funil.start();
    await use(funil);
  },
  operators: async ({ funil, consolePort }, use) => {
    const url = `http://127.0.0.1:${consolePort}`;
    await waitForConsole(url);
    const store = { databaseUrl: null, dataDir: funil.dataDir };
    await using database = await openDatabase(store, 'write');
    await use({
      url,
      createLink: async (email) =>
        `${url}/primeiro-acesso#${await makeLink(database, { email, role: 'owner' }, Date.now())}`,
    });
  },
});

// Each test starts a server and its console.
test.describe.configure({ timeout: 60_000 });
test.use({ expectedErrors: [/status of (?:4(?:00|01|03|04|22|29)|503)|ERR_FAILED/] });

/** Sets up an authenticator app. @returns the recovery codes */
async function enroll(page: Page): Promise<string[]> {
  await expect(
    page.getByRole('heading', { name: 'Ative o aplicativo autenticador' }),
  ).toBeVisible();
  const image = page.getByRole('img', { name: 'Código QR' });
  await expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBeGreaterThan(0);
  const secret = await page.locator('.sign-in-secret').innerText();
  await page.getByLabel('Código de 6 dígitos').fill(totpCode(secret));
  await expect(page.getByRole('heading', { name: 'Guarde estes códigos' })).toBeVisible();
  const codes = await page.locator('.recovery-codes').getByRole('listitem').allInnerTexts();
  await page.getByLabel('Guardei os códigos').check();
  await page.getByRole('button', { name: 'Abrir o console' }).click();
  await expect(page.getByRole('heading', { name: 'Hoje' })).toBeVisible();
  return codes;
}

test('signs up the first operator, who signs in again with a recovery code', async ({
  page,
  operators,
}) => {
  await page.goto(await operators.createLink(null));
  await page.getByLabel('E-mail').fill('ana@escola.test');
  await page.getByLabel('Senha nova').fill('senhasenha');
  await page.getByRole('button', { name: 'Salvar e continuar' }).click();
  await expect(page.getByRole('alert')).toContainText('Esta senha é');
  await page.getByLabel('Senha nova').fill(PASSWORD);
  await page.getByRole('button', { name: 'Salvar e continuar' }).click();
  const codes = await enroll(page);
  expect(codes).toHaveLength(10);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Hoje' })).toBeVisible();

  await page.goto(`${operators.url}/conta`);
  const signOut = page.getByRole('main').getByRole('button', { name: 'Sair' }).first();
  await signOut.click();
  await expect(page.getByRole('heading', { name: 'Entrar', level: 1 })).toBeVisible();
  await page.getByLabel('E-mail').fill('ana@escola.test');
  await page.getByLabel('Senha').fill('errada errada');
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByRole('alert')).toHaveText('E-mail ou senha não conferem.');
  await page.getByLabel('Senha').fill(PASSWORD);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.getByLabel('Código de 6 dígitos').fill('000000');
  await expect(page.getByRole('alert')).toContainText('não confere');
  await page.getByRole('button', { name: 'Estou sem o aplicativo' }).click();
  await page.getByLabel('Código de recuperação').fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Entrar com este código' }).click();
  await expect(signOut).toBeVisible();
});

test('signs out when the session was ended elsewhere, and refuses a used link', async ({
  page,
  browser,
  operators,
}) => {
  const link = await operators.createLink('bia@escola.test');
  await page.goto(link);
  await expect(page.getByLabel('E-mail')).toHaveValue('bia@escola.test');
  await page.getByLabel('Senha nova').fill(PASSWORD);
  await page.getByRole('button', { name: 'Salvar e continuar' }).click();
  await enroll(page);
  await using otherBrowser = await browser.newContext();
  const otherPage = await otherBrowser.newPage();
  await otherPage.goto(link);
  await expect(otherPage.getByRole('heading', { name: 'Link sem validade' })).toBeVisible();
  const token = await page.evaluate(
    () => JSON.parse(localStorage.getItem('funil-console-session') ?? '{}').access_token,
  );
  await fetch(`${operators.url}/auth/v1/logout?scope=global`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  await page.reload();
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible();
});

test('keeps a one-time link usable when the server fails, and leads to the sign-in when only that fails', async ({
  page,
  operators,
}) => {
  const link = await operators.createLink('bia@escola.test');
  await page.route('**/auth/v1/invite/look', (route) => route.abort(), { times: 1 });
  await page.goto(link);
  await expect(page.getByRole('alert')).toContainText('Sem conexão');
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(page.getByLabel('E-mail')).toHaveValue('bia@escola.test');

  const save = page.getByRole('button', { name: 'Salvar e continuar' });
  await page.getByLabel('Senha nova').fill(PASSWORD);
  for (const [status, text] of [
    [503, 'O servidor não conseguiu responder'],
    [429, 'Tentativas demais'],
  ] as const) {
    await page.route('**/auth/v1/invite', (route) => route.fulfill({ status }), { times: 1 });
    await save.click();
    await expect(page.getByRole('alert')).toContainText(text);
  }
  // The session that the server returns is read back from `user`.
  await page.route('**/auth/v1/user', (route) => route.fulfill({ status: 503 }));
  await save.click();
  await expect(page.getByRole('heading', { name: 'Sua senha foi salva' })).toBeVisible();
  await page.getByRole('link', { name: 'Ir para a entrada' }).click();
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible();

  await page.goto(await operators.createLink('caio@escola.test'));
  await page.getByLabel('Senha nova').fill(PASSWORD);
  await operators.createLink('caio@escola.test');
  await save.click();
  await expect(page.getByRole('heading', { name: 'Link sem validade' })).toBeVisible();
});
