import { expect, test } from './fixtures.ts';

test('formats WhatsApp and Instagram when typed and pasted', async ({ page, modal }) => {
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

  await field.selectText();
  await page.keyboard.insertText('+1 (212) 555-0123');
  await expect(field).toHaveValue('+12125550123');
  await modal.field('Instagram').fill('');
  await page.keyboard.insertText('https://www.instagram.com/ana.souza/?hl=pt');
  await expect(modal.field('Instagram')).toHaveValue('@ana.souza');
});
