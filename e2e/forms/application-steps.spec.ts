import { CONTACT } from '../../testkit/forms/application-form.ts';
import { expect, test } from '../fixtures.ts';

test('goes through the steps and back, with focus and progress', async ({ page, modal, funil }) => {
  await page.goto('/');
  const progress = modal.dialog.getByRole('progressbar', { name: 'Progresso da aplicação' });
  await modal.open();
  await expect(modal.title('Aplique para a mentoria de marca pessoal')).toBeFocused();
  await expect(modal.dialog.getByText('8 vagas restantes')).toBeVisible();
  await expect(modal.dialog.getByText('altamente seletivo')).toBeVisible();
  await expect(progress).toHaveCount(0);
  await expect(modal.back).toHaveCount(0);
  await modal.button('APLICAR').click();

  const expectStep = async (step: number, title: string) => {
    await expect(modal.title(title)).toBeFocused();
    await expect(progress).toHaveAttribute('aria-valuenow', String(step));
    await expect(modal.dialog.getByRole('listitem').getByText('concluída')).toHaveCount(step - 1);
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
  await expect(modal.next).toBeDisabled();
  await modal.completePersonal();
  await expectStep(2, 'Informações da Empresa');
  await modal.completeCompany();
  await expectStep(3, 'Desafios e Objetivos');
  await modal.completeChallenges();
  await expectStep(4, 'Finalizar Aplicação');
  await expect(modal.dialog.getByText('11 semanas de transformação')).toBeVisible();
  await expect(modal.send).toBeEnabled();

  for (const [step, title] of [
    [3, 'Desafios e Objetivos'],
    [2, 'Informações da Empresa'],
    [1, 'Informações Pessoais'],
  ] as const) {
    await modal.back.click();
    await expectStep(step, title);
  }
  await expect(modal.field('Nome completo')).toHaveValue(CONTACT.nome);
  await modal.back.click();
  await expect(modal.dialog.getByRole('heading').first()).toBeFocused();
  await modal.button('APLICAR').dblclick();
  await expect(modal.field('WhatsApp')).toHaveValue(CONTACT.whatsapp);
  await modal.next.dblclick();
  await expect(modal.title('Informações da Empresa')).toBeVisible();
  await expect.poll(() => funil.rows('application_drafts')).toHaveLength(1);
});

test('explains invalid fields when they lose the focus, on Enter and on a tap', async ({
  page,
  modal,
}) => {
  await page.goto('/');
  await modal.start();
  const name = modal.field('Nome completo');
  const email = modal.field('E-mail');
  await name.fill(' A ');
  await name.blur();
  await expect(name).toHaveAccessibleDescription('Nome deve ter pelo menos 2 caracteres');
  await expect(modal.next).toBeDisabled();
  await name.press('End');
  await name.press('x');
  await expect(name).not.toHaveAttribute('aria-invalid');

  await name.fill('Ana');
  await modal.next.tap({ force: true });
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription('Email inválido');
  await expect(modal.field('WhatsApp')).toHaveAccessibleDescription(
    'WhatsApp inválido (mínimo 10 dígitos)',
  );
  await expect(name).not.toHaveAttribute('aria-invalid');
  await expect(modal.dialog.locator('[data-pressed]')).toHaveCount(0);

  await name.press('Enter');
  await expect(email).toBeFocused();
  await email.fill('ana@souza.com');
  await modal.field('Instagram').fill('ana souza');
  await modal.field('Instagram').blur();
  await expect(modal.field('Instagram')).toHaveAccessibleDescription(
    'Instagram deve começar com @ (ex: @usuario)',
  );
  await modal.completePersonal();
  const range = modal.field('Faturamento mensal');
  await range.focus();
  await range.blur();
  await expect(range).toHaveAccessibleDescription('Selecione uma faixa de faturamento');
  await range.selectOption({ index: 1 });
  await expect(range).not.toHaveAttribute('aria-invalid');
});

test('formats a pasted or typed phone and a pasted profile', async ({ page, modal, funil }) => {
  await page.goto('/');
  await modal.start();
  await modal.field('Nome completo').fill('Ana');
  await modal.field('E-mail').fill('ana@souza.com');
  await modal.field('Instagram').fill('');
  await expect(modal.field('Instagram')).toHaveValue('@');
  await page.keyboard.insertText('https://www.instagram.com/ana.souza/?hl=pt');
  await expect(modal.field('Instagram')).toHaveValue('@ana.souza');
  const phone = modal.field('WhatsApp');
  await phone.fill('');
  await page.keyboard.insertText('https://api.whatsapp.com/send?phone=5511987654321&text=Oi');
  await expect(phone).toHaveValue('+55 (11) 98765-4321');
  await phone.fill('');
  await phone.pressSequentially('5511987654321');
  await expect(phone).toHaveValue('+55 (11) 98765-4321');
  // Backspace on the mask's space deletes the digit before it.
  await phone.press('Home');
  for (let move = 0; move < 9; move += 1) await phone.press('ArrowRight');
  await phone.press('Backspace');
  await expect(phone).toHaveValue('+55 (19) 87654-321');
  await phone.press('1');
  await expect(phone).toHaveValue('+55 (11) 98765-4321');
  await phone.press('Enter');
  await expect(modal.title('Informações da Empresa')).toBeFocused();
  await expect
    .poll(() => funil.rows('application_drafts')[0]?.whatsapp)
    .toBe('+55 (11) 98765-4321');
});
