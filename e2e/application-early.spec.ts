import { Apply } from './apply.ts';
import { expect, test } from './fixtures.ts';
import { holdScripts } from './hold-requests.ts';

test('an application opened and started before React has arrived goes on once React is there', async ({
  page,
  funil,
}) => {
  const release = await holdScripts(page);
  await page.goto(funil.url, { waitUntil: 'commit' });
  const apply = new Apply(page);
  // The header waits for a script; its button is pressed by hand.
  await apply.opener.evaluate((button: HTMLElement) => button.click());
  await expect(apply.title('Aplique para a mentoria')).toBeFocused();
  await apply.button('APLICAR').click();
  await expect(apply.button('APLICAR')).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(apply.title('Informações Pessoais')).toBeFocused();
  await apply.fillPersonal();
  await apply.next.click();
  await expect.poll(() => funil.rows('application_drafts').length).toBe(1);
});

test('an application closed and opened again before React has arrived stays on the welcome step', async ({
  page,
  funil,
}) => {
  const release = await holdScripts(page);
  await page.goto(funil.url, { waitUntil: 'commit' });
  const apply = new Apply(page);
  await apply.opener.evaluate((button: HTMLElement) => button.click());
  await apply.button('APLICAR').click();
  await apply.button('Fechar aplicação').click();
  await expect(apply.dialog).toBeHidden();
  await apply.opener.evaluate((button: HTMLElement) => button.click());
  release();
  await expect(page.locator('#application-modal[data-served]')).toBeVisible();
  await expect(apply.title('Aplique para a mentoria')).toBeVisible();
  await apply.button('APLICAR').click();
  await expect(apply.title('Informações Pessoais')).toBeVisible();
  await expect(apply.field('Nome completo')).toHaveValue('');
});

test('steps that cannot be fetched give the button back, and come at the next press', async ({
  page,
  funil,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/);
  await page.route('**/_astro/ApplicationForm*.js', (route) => route.abort());
  await page.goto(funil.url);
  const apply = new Apply(page);
  await apply.open();
  await apply.button('APLICAR').click();
  await expect(apply.button('APLICAR')).toHaveAttribute('aria-busy', 'false');
  await page.unroute('**/_astro/ApplicationForm*.js');
  await apply.button('APLICAR').click();
  await expect(apply.title('Informações Pessoais')).toBeFocused();
});
