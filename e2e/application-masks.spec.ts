import { Apply } from './apply.ts';
import { expect, test } from './shared-server.ts';

test('WhatsApp is formatted as it is typed, and completed when it is left', async ({
  page,
  funil,
}) => {
  await page.goto(funil.url);
  const apply = new Apply(page);
  await apply.start();
  const field = apply.field('WhatsApp');
  await field.pressSequentially('5511987654321');
  await expect(field).toHaveValue('+55 (11) 98765-4321');

  // Before the 9: Backspace takes the mask's space, and with it the digit it was meant for.
  await field.press('Home');
  for (let move = 0; move < 9; move += 1) await field.press('ArrowRight');
  await field.press('Backspace');
  await expect(field).toHaveValue('+55 (19) 87654-321');
  await field.press('2');
  await expect(field).toHaveValue('+55 (12) 98765-4321');

  await field.fill('');
  await expect(field).toHaveValue('');
  await field.pressSequentially('11987654321');
  await expect(field).toHaveValue('+11987654321');
  await field.blur();
  await expect(field).toHaveValue('+55 (11) 98765-4321');

  await field.fill('');
  await field.pressSequentially('+351912345678');
  await field.blur();
  await expect(field).toHaveValue('+351912345678');
  await field.fill('');
  await field.pressSequentially('+21987654321');
  await field.blur();
  await expect(field).toHaveValue('+21987654321');
});

test('WhatsApp and Instagram take what people paste', async ({ page, funil }) => {
  await page.goto(funil.url);
  const apply = new Apply(page);
  await apply.start();
  const paste = (text: string) => page.keyboard.insertText(text);
  for (const [pasted, shown] of [
    ['11987654321', '+55 (11) 98765-4321'],
    ['(11) 98765-4321', '+55 (11) 98765-4321'],
    ['+55 11 98765 4321', '+55 (11) 98765-4321'],
    ['+1 (212) 555-0123', '+12125550123'],
  ] as const) {
    await apply.field('WhatsApp').selectText();
    await paste(pasted);
    await expect(apply.field('WhatsApp')).toHaveValue(shown);
  }
  for (const pasted of ['ana.souza', '@ana.souza', 'https://www.instagram.com/ana.souza/?hl=pt']) {
    await apply.field('Instagram').fill('');
    await paste(pasted);
    await expect(apply.field('Instagram')).toHaveValue('@ana.souza');
  }
});

test('what a browser fills in by itself is formatted too', async ({ page, funil }) => {
  await page.goto(funil.url);
  const apply = new Apply(page);
  await apply.start();
  await apply.field('WhatsApp').evaluate((input: HTMLInputElement) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(
      input,
      '11987654321',
    );
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await expect(apply.field('WhatsApp')).toHaveValue('+55 (11) 98765-4321');
});
