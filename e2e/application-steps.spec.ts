import { CONTACT } from '../testkit/application-form.ts';
import { Apply } from './apply.ts';
import { expect, test } from './fixtures.ts';

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
  expect(funil.rows('application_drafts')).toHaveLength(1);
});

test('every message appears when its field is left, and goes when it is edited', async ({
  page,
  funil,
}) => {
  await page.goto(funil.url);
  const apply = new Apply(page);
  const expectMessage = async (label: string, wrong: string, message: string) => {
    const field = apply.field(label);
    await field.fill(wrong);
    await field.blur();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveAccessibleDescription(message);
    await expect(apply.dialog.getByText(message, { exact: true })).toBeVisible();
    await expect(apply.next).toBeDisabled();
    await field.press('End');
    await field.press('x');
    await expect(field).not.toHaveAttribute('aria-invalid');
    await expect(apply.dialog.getByText(message, { exact: true })).toHaveCount(0);
  };
  const expectChoice = async (label: string, values: string[], message: string) => {
    const field = apply.field(label);
    const options = field.getByRole('option');
    expect(
      await options.evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value)),
    ).toEqual(['', ...values]);
    await field.focus();
    await field.blur();
    await expect(field).toHaveAccessibleDescription(message);
    await expect(apply.next).toBeDisabled();
    await field.selectOption({ index: 1 });
    await expect(field).not.toHaveAttribute('aria-invalid');
  };
  await apply.start();
  await expectMessage('Nome completo', ' A ', 'Nome deve ter pelo menos 2 caracteres');
  await expectMessage('E-mail', 'ana@souza', 'Email inválido');
  await apply.field('WhatsApp').fill('119876543');
  await apply.field('WhatsApp').blur();
  const message = 'WhatsApp inválido (mínimo 10 dígitos)';
  await expect(apply.field('WhatsApp')).toHaveAccessibleDescription(message);
  await apply.fillPersonal();
  await expectMessage('Instagram', 'ana souza', 'Instagram deve começar com @ (ex: @usuario)');
  await apply.field('Instagram').fill('');
  await expect(apply.field('Instagram')).toHaveValue('@');
  await apply.next.click();
  const company = 'Nome da empresa deve ter pelo menos 2 caracteres';
  await expectMessage('Empresa ou negócio', 'S', company);
  await expectMessage('Cargo', '', 'Cargo deve ter pelo menos 2 caracteres');
  const ranges = ['menos-5k', '5k-10k', '10k-30k', '30k-50k'];
  await expectChoice('Faturamento mensal', ranges, 'Selecione uma faixa de faturamento');
  await apply.fillCompany();
  await apply.next.click();
  const challenges = 'Descreva seus principais desafios (mínimo 10 caracteres)';
  await expectMessage('Principais desafios', '  vender  ', challenges);
  const spans = ['6meses', '1ano', '2anos', '3anos+'];
  await expectChoice('Em quanto tempo', spans, 'Selecione um cronograma');
});

test('Enter goes on; where it cannot, it shows why and leads to the first wrong field', async ({
  page,
  funil,
}) => {
  await page.goto(funil.url);
  const apply = new Apply(page);
  await apply.start();
  await apply.field('Nome completo').fill('Ana');
  await apply.field('Nome completo').press('Enter');
  await expect(apply.field('E-mail')).toBeFocused();
  await expect(apply.field('E-mail')).toHaveAccessibleDescription('Email inválido');
  await expect(apply.field('WhatsApp')).toHaveAttribute('aria-invalid', 'true');
  await apply.field('E-mail').fill('ana@souza.com');
  await apply.field('WhatsApp').pressSequentially('11987654321');
  await apply.field('WhatsApp').press('Enter');
  await expect(apply.title('Informações da Empresa')).toBeFocused();
  await expect
    .poll(() => funil.rows('application_drafts')[0]?.whatsapp)
    .toBe('+55 (11) 98765-4321');
});
