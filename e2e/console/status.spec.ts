import { expectNoViolations } from '../no-violations.ts';
import { expect, test } from './desk.ts';

test('the doctor’s findings stand with what to do', async ({ page }) => {
  await page.goto('/situacao');
  await expect(page.getByText(/^O banco embutido em .* responde/)).toBeVisible();
  await expect(page.getByText(/^Examinado às/)).toBeVisible();
  await expectNoViolations(page);
});
