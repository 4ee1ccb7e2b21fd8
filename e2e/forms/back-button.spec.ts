import type { Page } from '@playwright/test';
import {
  BUTTON_LABELS,
  CONTACT,
  fillRemainingSteps,
} from '../../testkit/forms/application-form.ts';
import { expectEvents, waitForLateScript } from '../events.ts';
import { expect, test } from '../fixtures.ts';
import {
  fillLead,
  heroButton,
  openLeadDialog,
  saveLead,
  sendLead,
  waitForCheckout,
  waitForLeadForm,
} from '../lead-dialog.ts';
import { closeByGesture, closeDialog } from '../page-driver.ts';

const START = '/robots.txt';

/** Opens the page after another page, to which the back button would return. */
async function openPage(page: Page, address = '/'): Promise<void> {
  await page.goto(START, { waitUntil: 'load' });
  await page.goto(address);
  await waitForLateScript(page);
}

const goBack = (page: Page) => page.evaluate(() => history.back());
const isDialogEntry = (page: Page) => page.evaluate(() => history.state?.dialog === true);

test('closes the short form on going back, and counts one page view', async ({ page, funil }) => {
  await openPage(page);
  // Counts calls of the history's functions and its events, because the scripts of Meta and Google count a page view
  // at each of them.
  await page.evaluate(() => {
    const count = () => void performance.mark('counted');
    history.pushState = count;
    history.replaceState = count;
    addEventListener('popstate', count);
  });
  await heroButton(page).evaluate((button) => {
    scrollTo(0, 300);
    button.focus({ preventScroll: true });
  });
  await page.keyboard.press('Enter');
  await waitForLeadForm(page);
  await fillLead(page);
  await goBack(page);
  await expect(page.locator('#lead-dialog')).toBeHidden();
  await expect(heroButton(page)).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(300);
  await expectEvents(page, funil, 'form_abandon');
  await expectEvents(page, funil, 'page_view');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Nome completo')).toHaveValue('');
  await expect.poll(() => isDialogEntry(page)).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(() => isDialogEntry(page)).toBe(false);
  await page.evaluate(() => history.forward());
  await expect.poll(() => isDialogEntry(page)).toBe(false);
  expect(await page.evaluate(() => performance.getEntriesByName('counted').length)).toBe(0);
  await goBack(page);
  await page.waitForURL(`**${START}`);
});

test('goes back in the application step by step, and keeps its answers', async ({
  page,
  modal,
}) => {
  await openPage(page, '/#formulario-aplicacao');
  await modal.start();
  await modal.completePersonal();
  await modal.fillCompany();
  await goBack(page);
  await expect(modal.title('Informações Pessoais')).toBeFocused();
  await expect(modal.field('Nome completo')).toHaveValue(CONTACT.nome);
  await goBack(page);
  await expect(modal.button(BUTTON_LABELS.start)).toBeVisible();
  await modal.button(BUTTON_LABELS.start).click();
  await expect(modal.field('E-mail')).toHaveValue(CONTACT.email);
  await goBack(page);
  await expect(modal.button(BUTTON_LABELS.start)).toBeVisible();
  await goBack(page);
  await expect(modal.dialog).toBeHidden();
  await expect.poll(() => new URL(page.url()).hash).toBe('#formulario-aplicacao');
  await expect(modal.opener).toBeFocused();
  const recordedClicks = await page.evaluate(() => localStorage.getItem('journey_tracking_data'));
  expect(recordedClicks).toContain(`"${BUTTON_LABELS.start}"`);
  expect(recordedClicks).not.toContain(`"${BUTTON_LABELS.back}"`);
  await goBack(page);
  await page.waitForURL(`**${START}`);
});

test('goes back in the application when Chrome on Android asks it to close', async ({
  page,
  modal,
}) => {
  await openPage(page);
  await modal.start();
  await modal.completePersonal();
  await modal.field('Cargo').fill('sócia');
  const dialog = page.locator('#application-modal');
  await dialog.evaluate((application: HTMLDialogElement) => application.requestClose());
  await expect(modal.title('Informações Pessoais')).toBeFocused();
  await closeByGesture(page);
  await expect(modal.dialog).toBeHidden();
  await modal.start();
  await expect(modal.field('Nome completo')).toHaveValue(CONTACT.nome);
  await modal.next.click();
  await expect(modal.field('Cargo')).toHaveValue('sócia');
  await page.keyboard.press('Escape');
  await expect(modal.dialog).toBeHidden();
  await modal.start();
  await expect(modal.field('Nome completo')).toHaveValue('');
  // Escape closed the dialog above, and the next request is again the gesture's.
  await modal.completePersonal();
  await dialog.evaluate((application: HTMLDialogElement) => application.requestClose());
  await expect(modal.title('Informações Pessoais')).toBeFocused();
});

test('forgets answers half an hour after Chrome closed the application', async ({
  page,
  modal,
}) => {
  const now = Date.now();
  await page.clock.setFixedTime(now);
  await openPage(page);
  for (const [minutes, name] of [
    [29, CONTACT.nome],
    [31, ''],
  ] as const) {
    await page.clock.setFixedTime(now);
    await modal.start();
    await modal.fillPersonal();
    await closeByGesture(page);
    await expect(modal.dialog).toBeHidden();
    await page.clock.setFixedTime(now + minutes * 60_000);
    await modal.start();
    await expect(modal.field('Nome completo')).toHaveValue(name);
    await closeDialog(page);
  }
});

test('stores a restored application beside the one sent before', async ({ page, modal, funil }) => {
  await openPage(page);
  await modal.reachTheEnd();
  await modal.sendAndConfirm();
  await closeDialog(page);
  await modal.start();
  await modal.field('Nome completo').fill('Bia Souza');
  await closeByGesture(page);
  await expect(modal.dialog).toBeHidden();
  await modal.start();
  await expect(modal.field('Nome completo')).toHaveValue('Bia Souza');
  await modal.completePersonal();
  await fillRemainingSteps(modal.driver);
  await modal.sendAndConfirm();
  const ids = funil.rows('applications').map(({ id }) => id);
  expect(new Set(ids).size).toBe(2);
});

// The same for the privacy text is tested in page/privacy.spec.ts.
test('closes an enlarged conversation on going back', async ({ page }) => {
  await openPage(page);
  await page.locator('[data-carousel]').scrollIntoViewIfNeeded();
  await page.locator('[data-looping] [data-enlarge]').first().click();
  const picture = page.locator('#conversation-dialog');
  await expect(picture).toBeVisible();
  await goBack(page);
  await expect(picture).toBeHidden();
  expect(page.url()).not.toContain(START);
});

test('removes the history entry of a dialog that a reload closed', async ({ page }) => {
  await openPage(page);
  await openLeadDialog(page);
  await expect.poll(() => isDialogEntry(page)).toBe(true);
  await page.reload();
  await expect.poll(() => isDialogEntry(page)).toBe(false);
  await openLeadDialog(page);
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('#lead-dialog [data-closes]')?.click();
    document.querySelector<HTMLElement>('[data-section="hero"] [data-opens="lead"]')?.click();
  });
  await expect.poll(() => isDialogEntry(page)).toBe(true);
  await goBack(page);
  await expect(page.locator('#lead-dialog')).toBeHidden();
});

test('shows the page without a dialog when the visitor comes back from the checkout', async ({
  page,
}) => {
  await openPage(page);
  await saveLead(page);
  await page.goBack();
  await expect(heroButton(page)).toBeVisible();
  await waitForLateScript(page);
  await expect.poll(() => isDialogEntry(page)).toBe(false);
  await saveLead(page);
  await waitForCheckout(page);
});

/** Holds the response of the checkout. @returns a function that sends the response, and a promise of the request */
async function delayCheckout(page: Page) {
  const requested = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route('https://checkout.example/**', async (route) => {
    requested.resolve();
    await released.promise;
    await route.fulfill({ contentType: 'text/html', body: 'Checkout' });
  });
  return { asked: requested.promise, release: released.resolve };
}

/** Clicks without waiting for the navigation that has begun. */
const clickNow = (page: Page, selector: string) =>
  page.evaluate((target) => document.querySelector<HTMLElement>(target)?.click(), selector);

const expectNow = (page: Page, selector: string, count: number) =>
  expect
    .poll(() => page.evaluate((target) => document.querySelectorAll(target).length, selector))
    .toBe(count);

const APPLICATION = '#application-modal[open]';

test('arrives at a slow checkout although a question is opened meanwhile', async ({ page }) => {
  await openPage(page);
  const checkout = await delayCheckout(page);
  // The page itself opens the question by a timer, because a click by Playwright would wait for the end of the
  // navigation.
  await page.evaluate(() =>
    addEventListener('beforeunload', () => {
      const timer = setInterval(() => {
        if (document.querySelector('[data-saved]')) return;
        clearInterval(timer);
        document.querySelector<HTMLElement>('details:not([id], [open]) > summary')?.click();
        setTimeout(() => fetch('/robots.txt'));
      });
    }),
  );
  const touched = page.waitForRequest('**/robots.txt');
  await openLeadDialog(page);
  await fillLead(page);
  await sendLead(page);
  await touched;
  checkout.release();
  await waitForCheckout(page);
});

test('reaches the checkout once the dialog that delayed the redirect is closed', async ({
  page,
}) => {
  await openPage(page);
  const checkout = await delayCheckout(page);
  await openLeadDialog(page);
  await fillLead(page);
  await sendLead(page);
  await page.locator('[data-saved]').waitFor();
  await clickNow(page, '#lead-dialog [data-closes]');
  await clickNow(page, '[data-opens="application"]');
  await expectNow(page, APPLICATION, 1);
  await expectNow(page, '[data-saved]', 0);
  await clickNow(page, `${APPLICATION} [data-closes]`);
  await checkout.asked;
  checkout.release();
  await waitForCheckout(page);
});
