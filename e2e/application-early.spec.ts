import { Apply } from './apply.ts';
import { cutLine } from './cut-line.ts';
import { expect, test } from './fixtures.ts';
import { holdScripts } from './hold-requests.ts';

test('opened and applied for before React has arrived, it goes on once React is there', async ({
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

test('closed and opened again before React has arrived, it stays on the welcome step', async ({
  page,
  funil,
}) => {
  const release = await holdScripts(page);
  await page.goto(funil.url, { waitUntil: 'commit' });
  const apply = new Apply(page);
  await apply.opener.evaluate((button: HTMLElement) => button.click());
  await apply.button('APLICAR').click();
  await apply.button('Fechar aplicação').click();
  await apply.opener.evaluate((button: HTMLElement) => button.click());
  release();
  await expect(page.locator('#application-modal[data-served]')).toBeVisible();
  await expect(apply.title('Aplique para a mentoria')).toBeVisible();
  await apply.button('APLICAR').click();
  await expect(apply.title('Informações Pessoais')).toBeVisible();
});

test('closed again before React has arrived, it opens on the welcome step', async ({
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
  release();
  await apply.start();
  await expect(apply.field('Nome completo')).toHaveValue('');
});

test('applied for while the line is gone, it goes on once the line is back', async ({
  page,
  funil,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED|dynamically imported module/);
  const line = await cutLine(page, /_astro\/ApplicationModal/);
  await page.goto(funil.url);
  const apply = new Apply(page);
  await apply.open();
  await apply.button('APLICAR').click();
  await expect(apply.button('APLICAR')).toHaveAttribute('aria-busy', 'true');
  // Astro's loader itself asks no more than twice.
  await expect.poll(line.countLost, { timeout: 10_000 }).toBeGreaterThan(2);
  await line.restore();
  await expect(apply.title('Informações Pessoais')).toBeFocused({ timeout: 15_000 });
});

test('a form that cannot be fetched gives the button back, and comes at the next press', async ({
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
