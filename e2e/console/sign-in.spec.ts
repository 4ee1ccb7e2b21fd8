import { makeOperatorLink } from '@funil/server/operators/links';
import { openDatabase } from '@funil/server/store/open-database';
import { startSmtp } from '../../testkit/fakes/smtp.ts';
import { findPort } from '../../testkit/find-port.ts';
import { Funil } from '../../testkit/funil.ts';
import { totpCode } from '../../testkit/totp.ts';
import { test as consoleTest, expect, type Page, signInAs } from './console-server.ts';
import { PASSWORD, waitForConsole } from './operator-session.ts';

/** Returns the URL of a one-time link. @param email null for the first operator, who enters an e-mail */
async function createLink(url: string, dataDir: string, email: string | null): Promise<string> {
  await using database = await openDatabase({ databaseUrl: null, dataDir }, 'write');
  const link = await makeOperatorLink(database, { email, role: 'owner' }, Date.now());
  return `${url}/primeiro-acesso#${link}`;
}

/** A browser without a session. */
const test = consoleTest.extend<{ invite(email: string): Promise<string> }>({
  storageState: { cookies: [], origins: [] },
  /** Returns the URL of a one-time link for an operator. */
  invite: async ({ server: { url, funil } }, use) =>
    use((email) => createLink(url, funil.dataDir, email)),
});

test.use({ expectedErrors: [/status of (?:4(?:00|01|03|04|22|29)|503)|ERR_FAILED/] });

/** Sets up an authenticator app. @returns the recovery codes */
async function enroll(page: Page, title = 'Ative o aplicativo autenticador'): Promise<string[]> {
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  const secret = await page.getByText(/^[A-Z2-7]{16,}$/).innerText();
  await page.getByLabel('Código de 6 dígitos').fill(totpCode(secret));
  await expect(page.getByRole('heading', { name: 'Guarde estes códigos' })).toBeVisible();
  const codes = await page
    .getByRole('main')
    .getByRole('list')
    .last()
    .getByRole('listitem')
    .allInnerTexts();
  await page.getByLabel('Guardei os códigos').check();
  await page.getByRole('button', { name: 'Abrir o painel' }).click();
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  return codes;
}

async function signInByPassword(page: Page, email: string, password = PASSWORD) {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha').fill(password);
  await page.getByRole('button', { name: 'Entrar' }).click();
}

/** Signs out on the account's view. */
async function signOut(page: Page) {
  await page.getByRole('main').getByRole('button', { name: 'Sair' }).first().click();
  await expect(page.getByRole('heading', { name: 'Entrar', level: 1 })).toBeVisible();
}

test('signs up the first operator, who later forgets the password', async ({ page }) => {
  const port = String(await findPort());
  await using smtp = await startSmtp();
  const mailSettings = {
    SMTP_URL: smtp.url(),
    NOTIFY_FROM: 'avisos@escola.test',
    NOTIFY_TO: 'vendas@escola.test',
    CONSOLE_URL: 'https://painel.escola.test',
  };
  await using funil = new Funil({ env: { CONSOLE_PORT: port, ...mailSettings } });
  await funil.start();
  const url = `http://127.0.0.1:${port}`;
  await waitForConsole(url);
  // The page is closed before the server, because an open console keeps asking the server for marks.
  await using _closedFirst = page;
  await page.goto(await createLink(url, funil.dataDir, null));
  await page.getByLabel('E-mail').fill('ana@escola.test');
  await page.getByLabel('Senha nova').fill('senhasenha');
  await page.getByRole('button', { name: 'Salvar e continuar' }).click();
  await expect(page.getByRole('alert')).toContainText('Esta senha é');
  await page.getByLabel('Senha nova').fill(PASSWORD);
  await page.getByRole('button', { name: 'Salvar e continuar' }).click();
  await enroll(page);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Hoje' })).toBeVisible();

  await page.goto(`${url}/conta`);
  await signOut(page);
  await signInByPassword(page, 'ana@escola.test', 'errada errada');
  await expect(page.getByRole('alert')).toHaveText('E-mail ou senha não conferem.');
  await page.getByRole('button', { name: 'Esqueci a senha' }).click();
  await page.getByLabel('E-mail').fill('ana@escola.test');
  await page.getByRole('button', { name: 'Mandar o link' }).click();
  await expect(page.getByRole('heading', { name: 'Confira o seu e-mail' })).toBeVisible();
  const findLink = () =>
    smtp.received.flatMap(({ mail }) => /http\S+#\S+/.exec(mail.text ?? '') ?? [])[0];
  await expect.poll(findLink).toBeDefined();
  await page.goto(String(findLink()).replace(mailSettings.CONSOLE_URL, url));
  await expect(page.getByLabel('E-mail')).toHaveValue('ana@escola.test');
  await page.getByLabel('Senha nova').fill('outro girassol no telhado');
  await page.getByRole('button', { name: 'Salvar e continuar' }).click();
  // After the new password, the console still asks for the second factor.
  await expect(page.getByRole('heading', { name: 'Confirme que é você' })).toBeVisible();
});

test('admits an operator without the app by a recovery code', async ({ page, invite }) => {
  await page.goto(await invite('davi@escola.test'));
  await page.getByLabel('Senha nova').fill(PASSWORD);
  await page.getByRole('button', { name: 'Salvar e continuar' }).click();
  const codes = await enroll(page);
  expect(codes).toHaveLength(10);
  await page.goto('/conta');
  await signOut(page);
  await signInByPassword(page, 'davi@escola.test');
  await page.getByLabel('Código de 6 dígitos').fill('000000');
  await expect(page.getByRole('alert')).toContainText('não confere');
  await page.getByRole('button', { name: 'Estou sem o aplicativo' }).click();
  await page.getByLabel('Código de recuperação').fill('aaaa-bbbb-cccc');
  await page.getByRole('button', { name: 'Entrar com este código' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Este código de recuperação não confere ou já foi usado.',
  );
  await page.getByLabel('Código de recuperação').fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Entrar com este código' }).click();
  const newCodes = await enroll(page, 'Cadastre o celular novo');
  expect(newCodes).toHaveLength(10);
  expect(newCodes).not.toContain(codes[1]);
  await expect(page.getByText('10 de 10 ainda valem')).toBeVisible();

  // An operator who signs in by a recovery code keeps the enrolled phone.
  await signOut(page);
  await signInByPassword(page, 'davi@escola.test');
  await page.getByRole('button', { name: 'Estou sem o aplicativo' }).click();
  await page.getByLabel('Código de recuperação').fill(newCodes[0] ?? '');
  await page.getByRole('button', { name: 'Entrar com este código' }).click();
  await page.getByRole('button', { name: 'Agora não' }).click();
  await expect(page.getByText('9 de 10 ainda valem')).toBeVisible();
  await page.getByRole('button', { name: 'Trocar o celular' }).click();
  await enroll(page, 'Cadastre o celular novo');
  await expect(page.getByText('10 de 10 ainda valem')).toBeVisible();
});

test('offers the key by QR code, and by a link on a phone', async ({ page, invite }) => {
  await page.goto(await invite('nina@escola.test'));
  await page.getByLabel('Senha nova').fill(PASSWORD);
  await page.getByRole('button', { name: 'Mostrar o que digitei' }).click();
  await expect(page.getByLabel('Senha nova')).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Esconder o que digitei' }).click();
  await expect(page.getByLabel('Senha nova')).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Salvar e continuar' }).click();
  const image = page.getByAltText('Código QR para o aplicativo autenticador');
  const link = page.getByRole('link', { name: 'Abrir no aplicativo autenticador' });
  await expect(link).toBeVisible();
  await expect(image).toBeHidden();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(link).toBeHidden();
  await expect(image).toBeVisible();
  await expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBeGreaterThan(0);
  const secret = await page.getByText(/^[A-Z2-7]{16,}$/).innerText();
  await expect(page.locator('a[href^="otpauth:"]')).toHaveAttribute(
    'href',
    new RegExp(`^otpauth://totp/.*secret=${secret}`),
  );
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copiar a chave' }).click();
  await expect(page.getByRole('button', { name: 'Chave copiada' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);

  // Pages without TLS have no clipboard.
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
  });
  await page.getByRole('button', { name: 'Chave copiada' }).click();
  await expect(page.getByRole('button', { name: 'Selecione e copie' })).toBeVisible();
});

test('signs out when the session was ended elsewhere', async ({ page, server }) => {
  await signInAs(page, server, 'otto@escola.test');
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Hoje' })).toBeVisible();
  const token = await page.evaluate(
    () => JSON.parse(localStorage.getItem('funil-console-session') ?? '{}').access_token,
  );
  await fetch(`${server.url}/auth/v1/logout?scope=global`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  await page.reload();
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible();
});

test('says whom to ask for a link when no e-mail is set up', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Esqueci a senha' }).click();
  await expect(page.getByText('Peça um link a quem é proprietário')).toBeVisible();
  await expect(page.getByText('npm run operator -- add')).toBeVisible();
  await page.getByRole('button', { name: 'Voltar à entrada' }).click();
  await expect(page.getByRole('heading', { name: 'Entrar', level: 1 })).toBeVisible();
});

test('keeps a link usable after failures', async ({ page, invite }) => {
  const link = await invite('rosa@escola.test');
  await page.route('**/auth/v1/invite/look', (route) => route.abort(), { times: 1 });
  await page.goto(link);
  await expect(page.getByRole('alert')).toContainText('Sem conexão');
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(page.getByLabel('E-mail')).toHaveValue('rosa@escola.test');

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
  // The server saves the password, but the console cannot load the operator afterwards.
  await page.route('**/auth/v1/user', (route) => route.fulfill({ status: 503 }));
  await save.click();
  await expect(page.getByRole('heading', { name: 'Sua senha foi salva' })).toBeVisible();
  await page.getByRole('link', { name: 'Ir para a entrada' }).click();
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible();
});

test('refuses a replaced link', async ({ page, invite }) => {
  const linkToReplace = await invite('caio@escola.test');
  await page.goto(linkToReplace);
  await page.getByLabel('Senha nova').fill(PASSWORD);
  await invite('caio@escola.test');
  await page.getByRole('button', { name: 'Salvar e continuar' }).click();
  await expect(page.getByRole('heading', { name: 'Link sem validade' })).toBeVisible();
  await page.goto('about:blank');
  await page.goto(linkToReplace);
  await expect(page.getByRole('heading', { name: 'Link sem validade' })).toBeVisible();
});
