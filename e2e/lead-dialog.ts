import type { Page } from '@playwright/test';
import * as form from '../testkit/lead-form.ts';
import { drivePage } from './page-driver.ts';

export async function openLeadDialog(page: Page): Promise<void> {
  await page.locator('[data-section="hero"] [data-opens="lead"]').first().click();
}

export const fillLead = (page: Page, nome?: string, telefone?: string): Promise<void> =>
  form.fillLead(drivePage(page), nome, telefone);

export const sendLead = (page: Page): Promise<void> => form.sendLead(drivePage(page));

export const submitButton = (page: Page) => page.getByRole('button', { name: form.SEND_LEAD });
