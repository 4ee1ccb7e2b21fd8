import { CONTACT } from '../testkit/application-form.ts';
import { Apply } from './apply.ts';
import { expect, test } from './fixtures.ts';
import { holdRequests } from './hold-requests.ts';

test('the steps go forward and back, each with its title in focus and its progress', async ({
  page,
  funil,
}) => {
  await page.goto(funil.url);
  const apply = new Apply(page);
  const progress = apply.dialog.getByRole('progressbar', { name: 'Progresso da aplicação' });
  await apply.open();
  await expect(apply.title('Aplique para a mentoria de marca pessoal')).toBeFocused();
  await expect(apply.dialog.getByText('8 vagas restantes')).toBeVisible();
  await expect(apply.dialog.getByText('altamente seletivo')).toBeVisible();
  await expect(progress).toHaveCount(0);
  await expect(apply.back).toHaveCount(0);
  await apply.button('APLICAR').click();

  const expectStep = async (step: number, title: string) => {
    await expect(apply.title(title)).toBeFocused();
    await expect(progress).toHaveAttribute('aria-valuenow', String(step));
    await expect(apply.dialog.getByRole('listitem').getByText('concluída')).toHaveCount(step - 1);
    const share = await progress.evaluate((bar) => {
      for (const animation of bar.getAnimations({ subtree: true })) animation.pause();
      const fill = bar.firstElementChild;
      fill?.getAnimations().forEach((animation) => {
        animation.finish();
      });
      return (fill?.getBoundingClientRect().width ?? 0) / bar.getBoundingClientRect().width;
    });
    expect(share).toBeCloseTo(step / 4, 2);
  };
  await expectStep(1, 'Informações Pessoais');
  await expect(apply.next).toBeDisabled();
  await apply.fillPersonal();
  await apply.next.click();
  await expectStep(2, 'Informações da Empresa');
  await apply.fillCompany();
  await apply.next.click();
  await expectStep(3, 'Desafios e Objetivos');
  await apply.fillChallenges();
  await apply.next.click();
  await expectStep(4, 'Finalizar Aplicação');
  await expect(apply.dialog.getByText('11 semanas de transformação')).toBeVisible();
  await expect(apply.send).toBeEnabled();

  for (const [step, title] of [
    [3, 'Desafios e Objetivos'],
    [2, 'Informações da Empresa'],
    [1, 'Informações Pessoais'],
  ] as const) {
    await apply.back.click();
    await expectStep(step, title);
  }
  await expect(apply.field('Nome completo')).toHaveValue(CONTACT.nome);
  await apply.back.click();
  await expect(apply.button('APLICAR')).toBeVisible();
  await apply.button('APLICAR').click();
  await expect(apply.field('WhatsApp')).toHaveValue(CONTACT.whatsapp);
  await expect.poll(() => funil.rows('application_drafts')).toHaveLength(1);
});

test('a field says what is wrong when it is left, by Enter or by a press of the disabled button', async ({
  page,
  funil,
}) => {
  await page.goto(funil.url);
  const apply = new Apply(page);
  await apply.start();
  const name = apply.field('Nome completo');
  const email = apply.field('E-mail');
  await name.fill(' A ');
  await name.blur();
  await expect(name).toHaveAccessibleDescription('Nome deve ter pelo menos 2 caracteres');
  await expect(apply.next).toBeDisabled();
  await name.press('End');
  await name.press('x');
  await expect(name).not.toHaveAttribute('aria-invalid');

  await name.fill('Ana');
  await apply.next.tap({ force: true });
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription('Email inválido');
  await expect(apply.field('WhatsApp')).toHaveAccessibleDescription(
    'WhatsApp inválido (mínimo 10 dígitos)',
  );
  await expect(name).not.toHaveAttribute('aria-invalid');
  await expect(apply.dialog.locator('[data-pressed]')).toHaveCount(0);

  await name.press('Enter');
  await expect(email).toBeFocused();
  await email.fill('ana@souza.com');
  await apply.field('Instagram').fill('ana souza');
  await apply.field('Instagram').blur();
  await expect(apply.field('Instagram')).toHaveAccessibleDescription(
    'Instagram deve começar com @ (ex: @usuario)',
  );
  await apply.field('Instagram').fill('');
  await expect(apply.field('Instagram')).toHaveValue('@');
  await apply.field('WhatsApp').pressSequentially('11987654321');
  await apply.field('WhatsApp').press('Enter');
  await expect(apply.title('Informações da Empresa')).toBeFocused();
  await expect
    .poll(() => funil.rows('application_drafts')[0]?.whatsapp)
    .toBe('+55 (11) 98765-4321');

  const range = apply.field('Faturamento mensal');
  const values = range
    .getByRole('option')
    .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
  expect(await values).toEqual(['', 'menos-5k', '5k-10k', '10k-30k', '30k-50k']);
  await range.focus();
  await range.blur();
  await expect(range).toHaveAccessibleDescription('Selecione uma faixa de faturamento');
  await range.selectOption({ index: 1 });
  await expect(range).not.toHaveAttribute('aria-invalid');
});

test('a double press is one press, and never one of the next step too', async ({ page, funil }) => {
  const release = await holdRequests(page, '**/_astro/ApplicationForm*.js');
  await page.goto(funil.url);
  const apply = new Apply(page);
  await apply.open();
  for (let press = 0; press < 3; press += 1) await apply.button('APLICAR').click();
  release();
  await expect(apply.title('Informações Pessoais')).toBeFocused();
  await expect(apply.dialog.locator('[aria-invalid]')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await apply.open();
  await apply.button('APLICAR').dblclick();
  await expect(apply.title('Informações Pessoais')).toBeVisible();
  await expect(apply.dialog.locator('[aria-invalid]')).toHaveCount(0);
  await apply.fillPersonal();
  await apply.next.click();
  await apply.fillCompany();
  await apply.next.click();
  await apply.fillChallenges();
  await apply.next.dblclick();
  await expect(apply.title('Finalizar Aplicação')).toBeVisible();
  await expect(apply.send).toBeEnabled();
  expect(funil.rows('applications')).toEqual([]);
});
