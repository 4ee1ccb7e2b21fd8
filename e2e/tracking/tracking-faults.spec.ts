import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectErrors } from '../console-errors.ts';
import { expectEvents, recordCalls } from '../events.ts';
import { expect, test } from '../fixtures.ts';
import { fillLead, openLeadDialog, saveLead, sendLead, waitForCheckout } from '../lead-dialog.ts';

const NETWORK_ERROR = /Failed to load resource/;

/** Adds a button that does nothing, and clicks it. */
async function clickNewButton(page: Page, label: string): Promise<void> {
  await page.evaluate((label) => {
    const button = document.createElement('button');
    button.textContent = label;
    document.querySelector('#footer')?.append(button);
    button.click();
  }, label);
}

test('stores every event once when the network fails', async ({ page, context, funil }) => {
  expectErrors(page, NETWORK_ERROR);
  // Beacons are accepted and never arrive.
  await page.addInitScript(() => {
    navigator.sendBeacon = () => true;
  });
  await page.goto('/');
  await clickNewButton(page, 'antes');
  await expectEvents(page, funil, 'click');
  await context.setOffline(true);
  const labels = Array.from({ length: 30 }, (_, index) => `sem rede ${index}`);
  const failed = page.waitForEvent('requestfailed', (request) => request.method() === 'POST');
  for (const label of labels) await clickNewButton(page, label);
  await failed;
  await context.setOffline(false);
  await expect.poll(() => funil.events('click').length).toBe(31);

  let isCut = true;
  await page.route('**/rest/v1/jornada', (route) => (isCut ? route.abort() : route.continue()));
  await clickNewButton(page, 'antes de recarregar');
  // The network returns before the new page sends anything, because a failed request would be
  // repeated only after ten seconds.
  let clickCount = 0;
  page.once('framenavigated', () => {
    clickCount = funil.events('click').length;
    isCut = false;
  });
  await page.reload();
  expect(clickCount).toBe(31);
  await clickNewButton(page, 'depois');
  await expectEvents(page, funil, 'click', 33);
  const names = funil.events('click').map(({ payload }) => payload.button_name);
  expect(names.toSorted()).toEqual(
    ['antes', 'antes de recarregar', 'depois', ...labels].toSorted(),
  );
  expect(funil.events('session_start')).toHaveLength(1);
});

const STORAGE_FAULTS = {
  forbidden: () => {
    const refuse = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    Object.defineProperty(window, 'localStorage', { get: refuse });
    Object.defineProperty(window, 'sessionStorage', { get: refuse });
  },
  'full of invalid records': () => {
    if (location.href === 'about:blank' || sessionStorage.getItem('spoiled')) return;
    sessionStorage.setItem('spoiled', 'yes');
    for (const key of [
      'utm_tracking_data',
      'journey_tracking_data',
      'session_tracking_data',
      'jornada_pendente',
      'purchase_transactions',
      'consent_choice',
    ]) {
      localStorage.setItem(key, key.startsWith('j') ? '[{"id":7},null,{"id":"x"}]' : '{"id":[7');
    }
  },
};

for (const [state, spoil] of Object.entries(STORAGE_FAULTS)) {
  test(`tracks the visit with storage ${state}`, async ({ page, funil }) => {
    // The page sends the invalid events, and the server refuses them.
    if (state === 'full of invalid records') expectErrors(page, /status of 400/);
    await page.addInitScript(spoil);
    const gtag = await recordCalls(page, 'gtag');
    await page.goto('/');
    await saveLead(page);
    expect(funil.rows('leads')).toHaveLength(1);
    await expectEvents(page, funil, 'generate_lead');
    await page.goto('/?transaction_id=T-1&value=10');
    await expect.poll(() => gtag.filter(([, name]) => name === 'purchase').length).toBe(1);
    await page.goto('about:blank');
  });
}

test('stores no typed text in events', async ({ page, funil }) => {
  await page.goto('/?utm_source=news&utm_content=marca@exemplo.com&nome=MarcaConsulta');
  await openLeadDialog(page);
  await fillLead(page, 'MarcaNome Sobrenome', '11976543210');
  await page.keyboard.press('Escape');
  await openLeadDialog(page);
  await fillLead(page, 'MarcaNome Sobrenome', '11976543210');
  await sendLead(page);
  await waitForCheckout(page);
  await expectEvents(page, funil, 'checkout_redirect');
  await expectEvents(page, funil, 'form_abandon');

  const text = JSON.stringify(funil.events());
  for (const typedText of ['Marca', 'marca', '97654', '11976543210']) {
    expect(text).not.toContain(typedText);
  }
  await funil.stop();
  const file = readFileSync(join(funil.dataDir, 'funil.db'), 'latin1');
  await funil.start();
  // The name is only in the lead's row.
  expect(file.split('MarcaNome')).toHaveLength(2);
  expect(file).not.toContain('MarcaConsulta');
});
