import { fillLead, openLeadDialog, sendLead } from './lead-dialog.ts';
import { expect, test } from './tagged.ts';

test('a lead leaves for Kiwify with its reference, name and phone', async ({ page, funil }) => {
  await page.goto(`${funil.url}/?utm_source=bio&utm_term=ia`);
  await openLeadDialog(page);
  await fillLead(page);
  await sendLead(page);
  await page.waitForURL('https://checkout.example/**');
  const reference = String(funil.rows('leads')[0]?.idempotency_key).replaceAll('-', '');
  expect(reference).toMatch(/^[0-9a-f]{32}$/);
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    funnel: 'engrena-anual',
    ra: 'false',
    utm_source: 'bio',
    utm_medium: 'organico',
    utm_term: 'ia',
    s1: reference,
    sck: reference,
    name: 'Ana Souza',
    phone: '11987654321',
  });
});
