import { join } from 'node:path';
import { expectErrors } from '../console-errors.ts';
import { expect, test } from '../fixtures.ts';
import { expectNoViolations } from '../no-violations.ts';

test('shows the not-found page and the error page, with a link to the start', async ({ page }) => {
  expectErrors(page, /404/);
  const response = await page.goto('/nao/existe');
  expect(response?.status()).toBe(404);
  await expect(page.getByText('404', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
  await expect(page.getByText('Esta página não existe.')).toBeVisible();
  await expectNoViolations(page);
  // On a phone with text of twice the size, the English title must not grow as much.
  await page.setViewportSize({ width: 360, height: 740 });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  await expect(page.locator('h1')).toHaveCSS('font-size', '32px');
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL('/');

  // The test serves the file itself, because the server sends this page only if the server fails.
  const errorPage = join(import.meta.dirname, '../../site/dist/500.html');
  await page.route('**/falha', (route) => route.fulfill({ path: errorPage }));
  await page.goto('/falha');
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Voltar ao início' })).toHaveAttribute('href', '/');
});
