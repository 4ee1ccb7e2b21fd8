import {
  changeContact,
  expect,
  insertApplication,
  openContact,
  openWhatsApp,
  signInAs,
  test,
} from './console-server.ts';

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

test('says that another operator decided meanwhile, and keeps the reason', async ({
  page,
  server,
}) => {
  const person = await openContact(page, await insertApplication(server), 'aplicacoes');
  await person.getByRole('button', { name: 'Recusar e avisar' }).click();
  const dialog = page.getByRole('dialog');
  const reason = dialog.getByLabel('Motivo, como a pessoa vai ler');
  await reason.fill('a turma já está cheia');
  const contactKey = `application:${new URL(page.url()).pathname.split('/').at(-1)}`;
  await changeContact(server, contactKey, { version: 0, state: 'aprovado' });
  await expect(person.getByRole('button', { name: 'Recusar e avisar' })).toHaveCount(0);
  await expect(dialog).toContainText('agora está “Aprovado”');
  await expect(reason).toHaveValue('a turma já está cheia');
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
});

test('keeps an unsent reason through a reload, until it is canceled or the operator signs out', async ({
  page,
  server,
}) => {
  await signInAs(page, server, 'vera@escola.test');
  const person = await openContact(page, await insertApplication(server), 'aplicacoes');
  const address = page.url();
  const open = person.getByRole('button', { name: 'Recusar e avisar' });
  const reason = page.getByLabel('Motivo, como a pessoa vai ler');
  await open.click();
  await reason.fill('a turma já está cheia');
  await page.reload();
  await open.click();
  await expect(reason).toHaveValue('a turma já está cheia');
  await page.reload();
  const other = await openContact(page, await insertApplication(server), 'aplicacoes');
  await other.getByRole('button', { name: 'Recusar e avisar' }).click();
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await page.goto(address);
  await open.click();
  await expect(reason).toHaveValue('a turma já está cheia');
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await open.click();
  await expect(reason).toHaveValue('');

  await reason.fill('o perfil é outro');
  await page.goto('/conta');
  const stored = () => page.evaluate(() => sessionStorage.getItem('funil-console-refusal'));
  expect(await stored()).toContain('o perfil é outro');
  await page.getByRole('main').getByRole('button', { name: 'Sair' }).first().click();
  await expect(page.getByRole('heading', { name: 'Entrar', level: 1 })).toBeVisible();
  expect(await stored()).toBeNull();
});
