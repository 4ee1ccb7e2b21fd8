import { startReceiver } from '../../testkit/fakes/receiver.ts';
import { expectNoViolations } from '../no-violations.ts';
import { createLead, expect, test } from './console-server.ts';
import { expectToFit } from './fit-window.ts';

test('creates and tests a webhook, delivers to it, removes it and restores it', async ({
  page,
  server,
}) => {
  await using receiver = await startReceiver();
  const host = receiver.address.replace('http://', '');
  await page.goto('/ligacoes/entregas');
  await page.getByRole('button', { name: 'Novo webhook' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectToFit(page);
  const address = page.getByLabel('Endereço');
  await address.fill(host);
  await page.getByRole('button', { name: 'Criar' }).click();
  await expect(address).toBeFocused();
  await expect(address).toHaveAccessibleDescription(
    'Escreva o endereço inteiro, desde o https://.',
  );
  await address.fill(receiver.address);
  await expect(address).toHaveAccessibleDescription('');
  await page.getByLabel('Venda contestada').uncheck();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Criar' }).click();
  const secret = page.getByRole('dialog', { name: 'Guarde o segredo' });
  await expect(secret.getByText(/^whsec_/)).toBeVisible();
  await secret.getByRole('button', { name: 'Já guardei' }).click();
  const destination = page.getByRole('listitem').filter({ hasText: host }).first();
  const testButton = destination.getByRole('button', { name: 'Testar' });
  await testButton.press('Enter');
  await expect(destination.getByText('O teste chegou · resposta 204')).toBeVisible();
  await expect(testButton).toBeFocused();
  await createLead(server);
  const row = page
    .getByRole('button', { name: /Lead chegou/ })
    .filter({ hasText: host })
    .first();
  await expect(row).toContainText('Entregue');
  await row.click();
  await expect(page.getByText('204', { exact: true })).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Enviar de novo' }).click();
  const again = page.getByRole('dialog', { name: 'Enviar de novo?' });
  await expect(again).toContainText('vai chegar duas vezes');
  await again.getByRole('button', { name: 'Cancelar' }).click();
  await destination.getByRole('button', { name: `Tirar ${host}` }).click();
  await expect(page.getByText(`${host} não recebe mais nada.`)).toBeVisible();
  await expect(page.getByRole('heading', { name: host })).toHaveCount(0);
  const count = receiver.received.length;
  await createLead(server);
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(page.getByText(`${host} recebe de novo.`)).toBeVisible();
  await expect(page.getByRole('heading', { name: host })).toBeVisible();
  await expect.poll(() => receiver.received.length).toBe(count + 1);
});
