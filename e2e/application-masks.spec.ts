import { expect, test } from './fixtures.ts';

test('formats WhatsApp and Instagram when typed, pasted and filled in', async ({ page, modal }) => {
  await page.goto('/');
  await modal.start();
  const field = modal.field('WhatsApp');
  await field.pressSequentially('5511987654321');
  await expect(field).toHaveValue('+55 (11) 98765-4321');

  // Backspace on the mask's space deletes the digit before it.
  await field.press('Home');
  for (let move = 0; move < 9; move += 1) await field.press('ArrowRight');
  await field.press('Backspace');
  await expect(field).toHaveValue('+55 (19) 87654-321');
  await field.press('2');
  await expect(field).toHaveValue('+55 (12) 98765-4321');

  await field.fill('');
  await field.pressSequentially('11');
  await expect(field).toHaveValue('+55 (11');
  await field.pressSequentially('98765432');
  await expect(field).toHaveValue('+55 (11) 98765-432');
  await expect(field).toHaveAccessibleDescription('Falta um dígito? Celular tem 9.');
  await expect(field).not.toHaveAttribute('aria-invalid');
  await field.press('1');
  await expect(field).toHaveValue('+55 (11) 98765-4321');
  await expect(field).not.toHaveAccessibleDescription(/./);
  await field.selectText();
  await page.keyboard.insertText('+1 (212) 555-0123');
  await expect(field).toHaveValue('+12125550123');
  await modal.field('Instagram').fill('');
  await page.keyboard.insertText('https://www.instagram.com/ana.souza/?hl=pt');
  await expect(modal.field('Instagram')).toHaveValue('@ana.souza');
  await field.evaluate((input: HTMLInputElement) => {
    const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
    value?.set?.call(input, '11987654321');
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await expect(field).toHaveValue('+55 (11) 98765-4321');
});
