import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { totpCode } from '../../testkit/totp.ts';
import { expectNoViolations } from '../no-violations.ts';
import {
  type ConsoleServer,
  createLead,
  expect,
  type Page,
  rowOf,
  storeSession,
  test,
} from './console-server.ts';
import { addOperator, signIn } from './operator-session.ts';

const PASSWORD = 'orvalho na varanda';

/** An operator's browser, signed in. */
async function enter(
  page: Page,
  { funil, url }: ConsoleServer,
  [email, role]: [string, 'owner' | 'attendant'],
): Promise<void> {
  await addOperator(funil.dataDir, email, PASSWORD, role);
  const session = await signIn(url, email, PASSWORD);
  await storeSession(page, session);
}

/** Lets eleven minutes pass since the operator's last code. @returns what the app shows now */
function ageFactor({ funil }: ConsoleServer, email: string): string {
  using database = new DatabaseSync(join(funil.dataDir, 'funil.db'), { timeout: 5_000 });
  const amr = [{ method: 'totp', timestamp: Math.floor(Date.now() / 1000) - 660 }];
  const mine = 'operator_id = (select id from operators where email = ?)';
  database
    .prepare(`update operator_sessions set amr = ? where ${mine}`)
    .run(JSON.stringify(amr), email);
  const factors = `select id from operator_factors where ${mine}`;
  database.prepare(`delete from operator_used_codes where factor_id in (${factors})`).run(email);
  const factor = database
    .prepare(`select secret from operator_factors where factor_type = 'totp' and ${mine}`)
    .get(email);
  return totpCode(String(factor?.secret));
}

test('asks an owner for a code before roles and secrets change, and then goes on', async ({
  page,
  server,
  expectedErrors,
}) => {
  expectedErrors.push(/401/);
  await addOperator(server.funil.dataDir, 'dani@escola.test', PASSWORD, 'attendant');
  await enter(page, server, ['carla@escola.test', 'owner']);
  const question = page.getByRole('dialog', { name: 'Confirme que é você' });

  let code = ageFactor(server, 'carla@escola.test');
  await page.goto('/conta');
  await page.getByLabel('E-mail de quem entra').fill('eva@escola.test');
  await page.getByLabel('Papel', { exact: true }).selectOption('Gestor');
  await page.getByRole('button', { name: 'Criar link de acesso' }).click();
  await expect(question).toBeVisible();
  await expectNoViolations(page);
  await question.getByRole('button', { name: 'Fechar' }).click();
  await expect(page.getByText('confirme de novo que é você')).toBeVisible();
  await page.getByRole('button', { name: 'Criar link de acesso' }).click();
  await question.getByLabel('Código de 6 dígitos').fill(code);
  await expect(page.getByText('Mande este link a eva@escola.test')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'eva@' })).toContainText('Gestor');
  await page.getByLabel('Papel de dani@escola.test').selectOption('Gestor');
  await expect(page.getByText('dani@escola.test: Gestor.')).toBeVisible();

  code = ageFactor(server, 'carla@escola.test');
  await page.goto('/entregas');
  await page.getByRole('button', { name: 'Novo webhook' }).click();
  await page.getByLabel('Endereço').fill('http://127.0.0.1:9/funil');
  await page.getByRole('button', { name: 'Criar' }).click();
  await question.getByLabel('Código de 6 dígitos').fill(code);
  await expect(page.getByRole('dialog', { name: 'Guarde o segredo' })).toContainText('whsec_');
});

test('shows an attendant people, but neither sales nor exports', async ({ page, server }) => {
  const { name } = await createLead(server);
  await enter(page, server, ['fabi@escola.test', 'attendant']);
  await page.goto('/leads');
  await rowOf(page, name).getByRole('link').first().click();
  await expect(
    page.getByRole('heading', { name, level: 1 }).or(page.getByRole('heading', { name })),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Salvar como CSV' })).toHaveCount(0);
  await page.goto('/mais');
  await expect(page.getByRole('main').getByRole('listitem').getByRole('link')).toHaveText([
    'Pessoas',
    'Conta',
  ]);
  for (const path of ['/vendas', '/relatorio', '/pessoas/pedidos']) {
    await page.goto(path);
    const told = page.getByRole('alert');
    await expect(told).toContainText('O seu papel não inclui esta parte do console.');
  }
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Até agora' })).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText('R$');
  await page.goto('/conta');
  await expect(page.getByText('fabi@escola.test · Atendente')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Operadores' })).toHaveCount(0);
});

/** Opens the question whether an operator may not enter any more. */
async function askToRemove(page: Page, email: string) {
  await page.goto('/conta');
  await page.getByRole('button', { name: `Remover ${email}` }).click();
  const question = page.getByRole('dialog', { name: `Remover ${email}?` });
  return { question, remove: question.getByRole('button', { name: 'Remover' }) };
}

test('says that an operator was not removed when the question is closed meanwhile', async ({
  page,
  server,
  expectedErrors,
}) => {
  expectedErrors.push(/503/);
  await addOperator(server.funil.dataDir, 'gil@escola.test', PASSWORD, 'attendant');
  await enter(page, server, ['hugo@escola.test', 'owner']);
  const answer = Promise.withResolvers<void>();
  await page.route('**/console/v1/account/operators/*', async (route) => {
    await answer.promise;
    await route.fulfill({ status: 503, json: { code: 'busy', message: 'Tente daqui a pouco.' } });
  });
  const { question, remove } = await askToRemove(page, 'gil@escola.test');
  await remove.click();
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await expect(question).toHaveCount(0);
  answer.resolve();
  await expect(page.getByText('Tente daqui a pouco.').first()).toBeVisible();
});

test('closes the question when an operator is removed, also when the list cannot be read again', async ({
  page,
  server,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/);
  await addOperator(server.funil.dataDir, 'ivo@escola.test', PASSWORD, 'attendant');
  await enter(page, server, ['jane@escola.test', 'owner']);
  const { question, remove } = await askToRemove(page, 'ivo@escola.test');
  await page.route('**/console/v1/account/operators', (route) => route.abort());
  await remove.click();
  await expect(page.getByText('ivo@escola.test não entra mais.').first()).toBeVisible();
  await expect(question).toHaveCount(0);
});
