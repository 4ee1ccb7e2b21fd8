import { expect, insertApplication, openContact, openWhatsApp, test } from './console-server.ts';

test('shows the answers of an application, and refuses it with a reason', async ({
  page,
  server,
}) => {
  const nome = await insertApplication(server, { faturamento: '5k-10k' });
  const person = await openContact(page, nome, 'aplicacoes');
  await expect(person.getByRole('heading', { level: 2 }).first()).toHaveText('Respostas');
  await expect(person.getByText('De R$ 5 mil a R$ 10 mil')).toBeVisible();
  await person.getByRole('button', { name: 'Recusar e avisar' }).click();
  const dialog = page.getByRole('dialog');
  const disabledButton = dialog.getByRole('button', { name: 'Recusar e avisar' });
  await expect(disabledButton).toBeDisabled();
  // Forced colors draw a disabled button in gray, which would be too pale with less opacity.
  await page.emulateMedia({ forcedColors: 'active' });
  await expect(disabledButton).toHaveCSS('opacity', '1');
  await page.emulateMedia({ forcedColors: 'none' });
  await dialog.getByLabel('Motivo, como a pessoa vai ler').fill('a turma já está cheia.');
  const refuse = dialog.getByRole('link', { name: 'Recusar e avisar' });
  const { searchParams } = await openWhatsApp(page, () => refuse.click());
  expect(searchParams.get('text')).toContain('porque a turma já está cheia. Se fizer');
  await expect(person.getByRole('radio', { name: 'Recusado' })).toBeChecked();
  const notes = person.getByRole('list', { name: 'Anotações' });
  await expect(notes.getByText('Motivo do não: a turma já está cheia')).toBeVisible();
});
