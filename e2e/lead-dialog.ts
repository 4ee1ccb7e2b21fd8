import type { Page } from '@playwright/test';
import * as form from '../testkit/forms/lead-form.ts';
import { drivePage } from './page-driver.ts';

export const heroButton = (page: Page) =>
  page.locator('[data-section="hero"] [data-opens="lead"]').first();

export const openLeadDialog = (page: Page) => heroButton(page).click();

export const fillLead = (page: Page, nome?: string, telefone?: string): Promise<void> =>
  form.fillLead(drivePage(page), nome, telefone);

export const sendLead = (page: Page): Promise<void> => form.sendLead(drivePage(page));

/** Waits until React has taken over the open short form. */
export const waitForLeadForm = (page: Page) =>
  page.locator('#lead-dialog[open][data-served]').waitFor();

export const submitButton = (page: Page) =>
  page.getByRole('button', { name: form.SEND_LEAD_BUTTON });

export const waitForCheckout = (page: Page) => page.waitForURL('https://checkout.example/**');

/** Sends a lead from the hero and follows the redirect. */
export async function saveLead(page: Page): Promise<void> {
  await openLeadDialog(page);
  await fillLead(page);
  await sendLead(page);
  await waitForCheckout(page);
}

/** Answers the checkout without content, which keeps the browser on the page. @returns whether it was requested */
export async function stayOnPage(page: Page): Promise<() => boolean> {
  let isLeaving = false;
  await page.route('https://checkout.example/**', (route) => {
    isLeaving = true;
    return route.fulfill({ status: 204 });
  });
  return () => isLeaving;
}
