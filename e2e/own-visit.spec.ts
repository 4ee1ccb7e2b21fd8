import { readEvents, stub } from './events.ts';
import { expect, test } from './fixtures.ts';
import { fillLead, openLeadDialog, sendLead } from './lead-dialog.ts';

test('a link leaves this browser out of the numbers, says so, and another counts it again', async ({
  page,
  funil,
}) => {
  const gtag = await stub(page, 'gtag');
  const fbq = await stub(page, 'fbq');
  await page.goto(`${funil.url}/?funil=ignorar&utm_source=instagram`);
  await expect(page).toHaveURL(`${funil.url}/?utm_source=instagram`);
  const notice = page.getByRole('status').filter({ hasText: 'Este navegador' });
  await expect(notice).toContainText('está fora dos números');
  await page.goto(funil.url);
  await expect(notice).toContainText('está fora dos números');
  await openLeadDialog(page);
  await fillLead(page);
  await sendLead(page);
  await page.waitForURL('https://checkout.example/**');
  expect(funil.rows('leads')).toHaveLength(1);
  await page.goto(funil.url);
  await page.waitForFunction(() => performance.now() > 2000);
  await page.goto('about:blank');
  expect(readEvents(funil)).toEqual([]);
  expect(gtag).toEqual([]);
  expect(fbq).toEqual([]);

  await page.goto(funil.url);
  await notice.getByRole('link', { name: 'Contar de novo' }).click();
  await expect(page).toHaveURL(`${funil.url}/`);
  await expect(notice).toContainText('voltou a ser contado');
  await notice.getByRole('button', { name: 'Fechar aviso' }).click();
  await expect(notice).toHaveCount(0);
  await expect.poll(() => readEvents(funil, 'page_view').length, { timeout: 10_000 }).toBe(1);
  await page.reload();
  await expect(notice).toHaveCount(0);
});
