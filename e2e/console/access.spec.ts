import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Route } from '@playwright/test';
import { totpCode } from '../../testkit/totp.ts';
import { expectErrors } from '../console-errors.ts';
import { expectNoViolations } from '../no-violations.ts';
import { type ConsoleServer, createLead, expect, rowOf, signInAs, test } from './console-server.ts';
import { addOperator } from './operator-session.ts';

const openDatabase = ({ funil }: ConsoleServer) =>
  new DatabaseSync(join(funil.dataDir, 'funil.db'), { timeout: 60_000 });

const OPERATOR_CONDITION_SQL = 'operator_id = (select id from operators where email = ?)';

/** Makes the operator's second factor eleven minutes old, and lets the code that the app shows now be used again. */
function ageFactor(server: ConsoleServer, email: string): void {
  using database = openDatabase(server);
  const amr = [{ method: 'totp', timestamp: Math.floor(Date.now() / 1000) - 660 }];
  database
    .prepare(`update operator_sessions set amr = ? where ${OPERATOR_CONDITION_SQL}`)
    .run(JSON.stringify(amr), email);
  const factors = `select id from operator_factors where ${OPERATOR_CONDITION_SQL}`;
  database.prepare(`delete from operator_used_codes where factor_id in (${factors})`).run(email);
}

test('asks for a code before roles change, then continues the change', async ({ page, server }) => {
  expectErrors(page, /401/);
  await addOperator(server.funil.dataDir, 'dani@escola.test', 'attendant');
  const secret = await signInAs(page, server, 'carla@escola.test');
  const dialog = page.getByRole('dialog', { name: 'Confirme que é você' });

  ageFactor(server, 'carla@escola.test');
  await page.goto('/conta');
  await page.getByLabel('E-mail de quem entra').fill('eva@escola.test');
  await page.getByLabel('Papel', { exact: true }).selectOption('Gestor');
  await page.getByRole('button', { name: 'Criar link de acesso' }).click();
  await expect(dialog).toBeVisible();
  await expectNoViolations(page);
  await dialog.getByRole('button', { name: 'Fechar' }).click();
  await expect(page.getByText('confirme de novo que é você')).toBeVisible();
  await page.getByRole('button', { name: 'Criar link de acesso' }).click();
  const { promise: listReleased, resolve: releaseList } = Promise.withResolvers<void>();
  await page.route('**/account/operators', async (route) => {
    if (route.request().method() === 'GET') await listReleased;
    return route.continue();
  });
  await dialog.getByLabel('Código de 6 dígitos').fill(totpCode(secret));
  await expect(page.getByText('Mande este link a eva@escola.test')).toBeVisible();
  // The form is empty for the next invitation even before the new list arrives.
  await expect(page.getByLabel('E-mail de quem entra')).toHaveValue('');
  releaseList();
  await expect(page.getByText('Ele não abre em outro computador')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'eva@' })).toContainText('Gestor');
  await page.getByRole('button', { name: 'Desfazer o link de eva@escola.test' }).click();
  await expect(page.getByText('O link de eva@escola.test não vale mais.')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'eva@' })).toHaveCount(0);
  await page.getByLabel('Papel de dani@escola.test').selectOption('Gestor');
  const roleDialog = page.getByRole('dialog', { name: 'Gestor: dani@escola.test?' });
  await expect(roleDialog).toContainText('Pessoas, vendas, mensagens e relatório.');
  await roleDialog.getByRole('button', { name: 'Mudar o papel' }).click();
  await expect(page.getByText('dani@escola.test: Gestor.')).toBeVisible();
});

test('shows an attendant contacts, but no sales or connections', async ({ page, server }) => {
  const { name } = await createLead(server);
  await signInAs(page, server, 'fabi@escola.test', 'attendant');
  await page.goto('/pessoas');
  const menu = page.getByRole('navigation', { name: 'Painel' }).getByRole('link');
  await expect(menu).toHaveText(['Hoje', 'Pessoas', 'Conta']);
  const tabs = page.getByRole('navigation', { name: 'Pessoas' }).getByRole('link');
  await expect(tabs).toHaveText(['Leads', 'Aplicações', 'Busca']);
  await rowOf(page, name).getByRole('link').first().click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Salvar como CSV' })).toHaveCount(0);
  for (const path of ['/vendas', '/conta/pedidos']) {
    await page.goto(path);
    await expect(page.getByRole('alert')).toContainText(
      'O seu papel não inclui esta parte do painel.',
    );
  }
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Até agora' })).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText('R$');
  await page.goto('/conta');
  await expect(page.getByText('fabi@escola.test · Atendente')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Operadores' })).toHaveCount(0);
});

test('shows who runs the ads the spend, but no way to the import', async ({ page, server }) => {
  await signInAs(page, server, 'gil@escola.test', 'traffic');
  await page.goto('/anuncios');
  await expect(page.getByText('Nenhum gasto ainda.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Importar um arquivo' })).toHaveCount(0);
});

test('explains that a session lost its second factor', async ({ page, server }) => {
  expectErrors(page, /403/);
  await signInAs(page, server, 'bia@escola.test');
  {
    using database = openDatabase(server);
    database
      .prepare(`update operator_sessions set aal = 'aal1' where ${OPERATOR_CONDITION_SQL}`)
      .run('bia@escola.test');
  }
  await page.goto('/pessoas/leads');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Você não tem acesso a isto agora.');
  await expect(alert).toContainText('falta o segundo fator');
  await expect(page.getByRole('button', { name: 'Tentar de novo' })).toHaveCount(0);
  await expect(page.locator('[data-connection="refused"]')).toBeAttached();
  await expect(page.getByText('Reconectando')).toHaveCount(0);
  await expectNoViolations(page);
  await alert.getByRole('button', { name: 'Confirmar que sou eu' }).click();
  await expect(page.getByRole('heading', { name: 'Confirme que é você' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/pessoas/leads');
});

test('reports the removal of an operator after its dialog was closed', async ({ page, server }) => {
  expectErrors(page, /503|ERR_FAILED/);
  await addOperator(server.funil.dataDir, 'gil@escola.test', 'attendant');
  await signInAs(page, server, 'hugo@escola.test');
  const answer = Promise.withResolvers<void>();
  const refuse = async (route: Route) => {
    await answer.promise;
    await route.fulfill({ status: 503, json: { code: 'busy', message: 'Tente daqui a pouco.' } });
  };
  await page.route('**/console/v1/account/operators/*', refuse, { times: 1 });
  await page.goto('/conta');
  const dialog = page.getByRole('dialog', { name: 'Remover gil@escola.test?' });
  const remove = async () => {
    await page.getByRole('button', { name: 'Remover gil@escola.test' }).click();
    await dialog.getByRole('button', { name: 'Remover' }).click();
  };
  await remove();
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await expect(dialog).toHaveCount(0);
  answer.resolve();
  await expect(page.getByText('Tente daqui a pouco.').first()).toBeVisible();

  await page.route('**/console/v1/account/operators', (route) => route.abort());
  await remove();
  await expect(page.getByText('gil@escola.test não entra mais.').first()).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

test('moves the focus to the next button when a row of “Operadores” is removed', async ({
  page,
  server,
}) => {
  await addOperator(server.funil.dataDir, 'ivo@escola.test', 'attendant');
  await signInAs(page, server, 'julia@escola.test');
  await page.goto('/conta');
  await page.getByRole('button', { name: 'Remover ivo@escola.test' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Remover ivo@escola.test?' });
  await dialog.getByRole('button', { name: 'Remover' }).press('Enter');
  await expect(page.getByText('ivo@escola.test', { exact: true })).toHaveCount(0);
  await expect(dialog).toHaveCount(0);
  const focused = page.locator(':focus');
  await expect(focused).toHaveAccessibleName(/^Remover .+@escola\.test$/);

  await page.getByLabel('E-mail de quem entra').fill('lia@escola.test');
  await page.getByRole('button', { name: 'Criar link de acesso' }).click();
  const withdraw = page.getByRole('button', { name: 'Desfazer o link de lia@escola.test' });
  await withdraw.press('Enter');
  await expect(withdraw).toHaveCount(0);
  await expect(focused).toHaveAccessibleName(/^(?:Remover|Desfazer o link de) .+@escola\.test$/);
});
