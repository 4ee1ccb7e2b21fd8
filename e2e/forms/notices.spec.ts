import type { Page } from '@playwright/test';
import { expectErrors } from '../console-errors.ts';
import { expect, test } from '../fixtures.ts';
import { fillLead, openLeadDialog, submitButton } from '../lead-dialog.ts';

/** Returns controls covered by a notice or the save indicator. */
const findCovered = (page: Page) =>
  page.evaluate(() => {
    const dialog = document.querySelector('dialog[open]');
    const covers = [...(dialog?.querySelectorAll('.notice, .auto-save[data-visible]') ?? [])];
    const controls = [...(dialog?.querySelectorAll('button, :focus, [aria-invalid]') ?? [])];
    return covers.flatMap((cover) => {
      const over = cover.getBoundingClientRect();
      return controls
        .filter((control) => {
          const { left, right, top, bottom } = control.getBoundingClientRect();
          const isBeside = right <= over.left || left >= over.right;
          return !control.closest('.notice') && !isBeside && bottom > over.top && top < over.bottom;
        })
        .map((control) => control.getAttribute('aria-label') ?? control.textContent);
    });
  });

/** Waits for the end of a notice's animation. */
async function waitForNotice(page: Page) {
  const hasEnded = () =>
    document.querySelector('.notice')?.getAnimations({ subtree: true }).length === 0;
  await page.waitForFunction(hasEnded);
}

/** Returns the save indicator's position in the window, and whether it covers the form's panel. */
const locateIndicator = (page: Page) =>
  page.locator('dialog[open]').evaluate((dialog) => {
    const rectOf = (selector: string) => dialog.querySelector(selector)?.getBoundingClientRect();
    const panel = rectOf('.sheet-panel, .application-panel') ?? new DOMRect();
    const { left, top, right, bottom } = rectOf('.auto-save[data-visible]') ?? new DOMRect();
    return {
      fromRight: window.innerWidth - right,
      fromBottom: window.innerHeight - bottom,
      isOverPanel:
        left < panel.right && right > panel.left && top < panel.bottom && bottom > panel.top,
    };
  });

/** Returns the elements behind the indicator's corners and center. The indicator lets the pointer through. */
const findBehindIndicator = (page: Page) =>
  page.locator('dialog[open] .auto-save[data-visible]').evaluate((indicator) => {
    const { left, right, top, bottom } = indicator.getBoundingClientRect();
    const points = [0.1, 0.5, 0.9].flatMap((part) => [
      [left + part * (right - left), top + 2],
      [left + part * (right - left), bottom - 2],
    ]);
    const names = points.map(([x = 0, y = 0]) => document.elementFromPoint(x, y)?.classList[0]);
    return [...new Set(names)];
  });

/** Small windows and those around the indicator's breakpoints. */
const WINDOWS = [
  { width: 320, height: 568 },
  { width: 360, height: 740 },
  { width: 640, height: 360 },
  { width: 640, height: 800 },
  { width: 943, height: 600 },
  { width: 1024, height: 768 },
  { width: 1231, height: 800 },
  { width: 1280, height: 720 },
];

/** Checks that notices cover no control, and that from 640 px the indicator is in the corner beside the form. */
async function expectNothingCovered(page: Page) {
  for (const size of WINDOWS) {
    await page.setViewportSize(size);
    await waitForNotice(page);
    const window = `${size.width} × ${size.height}`;
    expect(await findCovered(page), window).toEqual([]);
    if (size.width < 640) continue;
    const indicator = await locateIndicator(page);
    expect(indicator, window).toMatchObject({ isOverPanel: false });
    expect(indicator.fromRight, window).toBeLessThanOrEqual(16);
    expect(indicator.fromBottom, window).toBeLessThanOrEqual(16);
    expect(indicator.fromBottom, window).toBeGreaterThanOrEqual(0);
  }
}

test.beforeEach(async ({ page }) => {
  expectErrors(page, /503/);
  await page.route('**/rest/v1/{leads,applications}', (route) =>
    route.fulfill({ status: 503, json: { code: 'x', message: 'busy' } }),
  );
});

test('covers no control of the short form with a notice or the indicator', async ({ page }) => {
  await page.goto('/');
  for (const size of WINDOWS.slice(0, 3)) {
    await page.setViewportSize(size);
    await openLeadDialog(page);
    const name = page.getByLabel('Nome completo');
    await name.fill('Ana');
    await name.press('Enter');
    await expect(page.getByText('Dados incompletos')).toBeVisible();
    await waitForNotice(page);
    await expect(page.getByLabel('WhatsApp')).toBeFocused();
    await expect(page.getByText('WhatsApp inválido (mínimo 10 dígitos)')).toBeInViewport();
    await expect(page.getByRole('button', { name: 'Fechar formulário' })).toBeInViewport();
    expect(await findCovered(page), `${size.width} px`).toEqual([]);
    await page.getByRole('button', { name: 'Fechar aviso' }).click();
    await expect(page.getByText('Dados incompletos')).toHaveCount(0);
    await page.keyboard.press('Escape');
  }
  await openLeadDialog(page);
  await fillLead(page);
  await submitButton(page).click();
  await expect(page.locator('#lead-dialog .auto-save')).toHaveText('Erro ao salvar');
  await page.setViewportSize({ width: 320, height: 568 });
  expect(await findBehindIndicator(page)).toEqual(['sheet-panel']);
  await expectNothingCovered(page);
});

test('covers no control of the application with notice or indicator', async ({ page, modal }) => {
  await page.goto('/');
  await modal.reachTheEnd();
  await modal.send.click();
  await expect(page.getByText('Erro no envio').first()).toBeVisible();
  await expect(modal.indicator).toHaveText('Erro ao salvar');
  await expectNothingCovered(page);
});
