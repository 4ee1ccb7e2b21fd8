import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expectNoViolations } from '../no-violations.ts';
import { type ConsoleServer, expect, type Page, storeSession, test } from './console-server.ts';
import { addOperator, signIn } from './operator-session.ts';

/** Signs another operator in, whose session then loses its second step. */
async function enterWithoutSecondStep(page: Page, { funil, url }: ConsoleServer): Promise<void> {
  const [email, password] = ['bia@escola.test', 'orvalho na varanda'];
  await addOperator(funil.dataDir, email, password);
  const session = await signIn(url, email, password);
  await storeSession(page, session);
  const database = new DatabaseSync(join(funil.dataDir, 'funil.db'), { timeout: 5_000 });
  database
    .prepare(
      `update operator_sessions set aal = 'aal1'
       where operator_id = (select id from operators where email = ?)`,
    )
    .run(email);
  database.close();
}

test('says why the operator may not see something, and what to do', async ({
  page,
  server,
  expectedErrors,
}) => {
  expectedErrors.push(/403/);
  await enterWithoutSecondStep(page, server);
  await page.goto('/leads');
  const told = page.getByRole('alert');
  await expect(told).toContainText('Você não tem acesso a isto agora.');
  await expect(told).toContainText('falta a segunda etapa');
  await expect(page.getByRole('button', { name: 'Tentar de novo' })).toHaveCount(0);
  await expect(page.locator('[data-connection="refused"]')).toBeAttached();
  await expect(page.getByText('Reconectando')).toHaveCount(0);
  await expectNoViolations(page);
  await told.getByRole('button', { name: 'Confirmar que sou eu' }).click();
  await expect(page.getByRole('heading', { name: 'Confirme que é você' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/leads');
});
