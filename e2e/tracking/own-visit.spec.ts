import type { Page } from '@playwright/test';
import { expectEvents } from '../events.ts';
import { expect, test } from '../fixtures.ts';
import { saveLead } from '../lead-dialog.ts';
import { expectNoViolations } from '../no-violations.ts';

const question = (page: Page) =>
  page.getByRole('dialog', { name: 'Não contar as visitas deste aparelho?' });
const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'Este navegador' });

test('keeps counting the browser when the operator does not confirm the exclusion', async ({
  page,
  funil,
}) => {
  await page.goto('/?funil=ignorar&utm_source=instagram');
  await expect(question(page)).toBeFocused();
  await expect(page).toHaveURL('/?utm_source=instagram');
  await expectEvents(page, funil, 'page_view');
  await question(page).getByRole('button', { name: 'Continuar contando' }).click();
  await expect(question(page)).toHaveCount(0);

  await page.goto('/?funil=ignorar');
  await expect(question(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question(page)).toHaveCount(0);
  await saveLead(page);
  await expectEvents(page, funil, 'generate_lead');
  // The page view is reported a second after load, so it may be sent after the lead's event.
  await expectEvents(page, funil, 'page_view', 2);
});

test('excludes the operator’s browser once confirmed, until the operator includes it again', async ({
  page,
  funil,
}) => {
  await page.goto('/?funil=ignorar');
  await expect(question(page)).toBeFocused();
  await expectEvents(page, funil, 'page_view');
  await expectNoViolations(page, '[role="dialog"][tabindex]');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(notice(page)).toContainText('está fora dos números');
  await expect(page).toHaveURL('/');
  // Saves a lead, because the redirect to the checkout would report the page view. The test tagged-consent.spec.ts
  // proves that Google and Meta get nothing.
  await saveLead(page);
  expect(funil.rows('leads')).toHaveLength(1);
  await page.goto('/');
  await notice(page).getByRole('link', { name: 'Contar de novo' }).click();
  await expect(notice(page)).toContainText('voltou a ser contado');
  await expect(page).toHaveURL('/');
  await notice(page).getByRole('button', { name: 'Fechar aviso' }).click();
  await expect(notice(page)).toHaveCount(0);
  await expectEvents(page, funil, 'page_view', 2);
  // The page sends queued events in order.
  expect(funil.events('form_start', 'generate_lead', 'checkout_redirect')).toEqual([]);
});
