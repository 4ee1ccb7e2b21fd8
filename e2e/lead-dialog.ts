import type { Page } from '@playwright/test';
import * as form from '../testkit/lead-form.ts';
import { handsOn } from './hands.ts';

export async function openLeadDialog(page: Page): Promise<void> {
  await page.locator('[data-section="hero"] [data-opens="lead"]').first().click();
}

export const fillLead = (page: Page, nome?: string, telefone?: string): Promise<void> =>
  form.fillLead(handsOn(page), nome, telefone);

export const sendLead = (page: Page): Promise<void> => form.sendLead(handsOn(page));

export const submitButton = (page: Page) => page.getByRole('button', { name: form.SEND_LEAD });
