import { randomUUID } from 'node:crypto';
import { makeEvent, makeLead } from '../../testkit/rows.ts';
import { postRows } from '../../testkit/start-app.ts';
import { expectNoViolations } from '../no-violations.ts';
import { expect, requestApi, rowOf, test } from './console-server.ts';

test('shows excluded robots, and counts one as a person again', async ({ page, server }) => {
  const { url } = server.funil;
  const nome = `Robô ${Date.now()}`;
  const robotHeaders = { 'user-agent': 'curl/8.5.0', 'idempotency-key': randomUUID() };
  await postRows(url, 'leads', makeLead({ nome, telefone: '(47) 99123-4567' }), robotHeaders);
  const opened = makeEvent({
    session_id: randomUUID(),
    occurred_at: new Date().toISOString(),
    ...{ name: 'page_view', payload: { page_title: 'Escola', page_location: 'https://x.test/' } },
  });
  await postRows(url, 'jornada', opened, { 'user-agent': 'facebookexternalhit/1.1' });

  const excluded = page.getByRole('button', { name: /^Sem\s.*visitas?\s.*de robôs e\s.*deles$/ });
  const readExcluded = async () => (await requestApi(server, 'GET', 'report')).period.excluded;
  await expect.poll(async () => Object.values(await readExcluded())).not.toContain(0);
  await page.goto('/relatorio');
  await excluded.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Robô conhecido').first()).toBeVisible();
  await expectNoViolations(page);
  await dialog.getByRole('button', { name: 'É gente' }).first().click();
  await expect(page.getByText('De volta aos números em instantes.')).toBeVisible();
  await dialog.getByRole('link', { name: 'Ver os leads de robôs' }).click();
  await expect(page.getByText('Só o que parece robô.')).toBeVisible();
  await rowOf(page, nome).getByRole('link').first().click();
  await expect(page.getByText('Não conta no relatório')).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'É gente' }).click();
  await expect(page.getByText('De volta entre as pessoas e nos números.')).toBeVisible();
  await page.goto('/pessoas/leads');
  await expect(rowOf(page, nome)).toBeVisible();
});
