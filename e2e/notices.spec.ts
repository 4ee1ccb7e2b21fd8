import type { Page } from '@playwright/test';
import { ApplicationModal } from './application-modal.ts';
import { fillLead, openLeadDialog, submitButton } from './lead-dialog.ts';
import { expect, test } from './shared-server.ts';

/** What can be filled in or pressed now and lies under a notice or the auto-save indicator. */
const covered = (page: Page) =>
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

/** Where notices come to rest; measured earlier, they are still on their way in. */
async function atRest(page: Page) {
  const isAtRest = () =>
    document.querySelector('.notice')?.getAnimations({ subtree: true }).length === 0;
  await page.waitForFunction(isAtRest);
}

/** Where the auto-save indicator lies in the window, and whether it lies over the form's panel. */
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

/** Small windows, and those in which the indicator's place changes. */
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

/** In every window the notice covers no control, and from 640 px the indicator lies in the corner beside the form. */
async function expectNothingCovered(page: Page) {
  for (const size of WINDOWS) {
    await page.setViewportSize(size);
    await atRest(page);
    const window = `${size.width} × ${size.height}`;
    expect(await covered(page), window).toEqual([]);
    if (size.width < 640) continue;
    const place = await locateIndicator(page);
    expect(place, window).toMatchObject({ isOverPanel: false });
    expect(place.fromRight, window).toBeLessThanOrEqual(16);
    expect(place.fromBottom, window).toBeLessThanOrEqual(16);
    expect(place.fromBottom, window).toBeGreaterThanOrEqual(0);
  }
}

test.beforeEach(async ({ page, expectedErrors }) => {
  expectedErrors.push(/503/);
  await page.route('**/rest/v1/{leads,applications}', (route) =>
    route.fulfill({ status: 503, json: { code: 'x', message: 'busy' } }),
  );
});

test('neither notice nor indicator of the short form covers a button or a field in use', async ({
  page,
  funil,
}) => {
  await page.goto(funil.url);
  for (const size of WINDOWS.slice(0, 3)) {
    await page.setViewportSize(size);
    await openLeadDialog(page);
    const name = page.getByLabel('Nome completo');
    await name.fill('Ana');
    await name.press('Enter');
    await expect(page.getByText('Dados incompletos')).toBeVisible();
    await atRest(page);
    await expect(page.getByLabel('WhatsApp')).toBeFocused();
    await expect(page.getByText('WhatsApp inválido (mínimo 10 dígitos)')).toBeInViewport();
    await expect(page.getByRole('button', { name: 'Fechar formulário' })).toBeInViewport();
    expect(await covered(page), `${size.width} px`).toEqual([]);
    await page.getByRole('button', { name: 'Fechar aviso' }).click();
    await expect(page.getByText('Dados incompletos')).toHaveCount(0);
    await page.keyboard.press('Escape');
  }
  await openLeadDialog(page);
  await fillLead(page);
  await submitButton(page).click();
  await expect(page.locator('#lead-dialog .auto-save')).toHaveText('Erro ao salvar');
  await expectNothingCovered(page);
});

test('neither notice nor indicator of the application covers a button or a field in use', async ({
  page,
  funil,
}) => {
  await page.goto(funil.url);
  const modal = new ApplicationModal(page);
  await modal.reachTheEnd();
  await modal.send.click();
  await expect(page.getByText('Erro no envio').first()).toBeVisible();
  await expect(modal.indicator).toHaveText('Erro ao salvar');
  await expectNothingCovered(page);
});
