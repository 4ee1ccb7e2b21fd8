import type { Page } from '@playwright/test';
import { Apply } from './apply.ts';
import { fillLead, openLeadDialog, submitButton } from './lead-dialog.ts';
import { expect, test } from './shared-server.ts';

const SMALL = [
  { width: 320, height: 568 },
  { width: 640, height: 360 },
];

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

for (const size of SMALL) {
  test(`a notice of the short form covers no button and no field in use at ${size.width} px`, async ({
    page,
    funil,
  }) => {
    await page.setViewportSize(size);
    await page.goto(funil.url);
    await openLeadDialog(page);
    const name = page.getByLabel('Nome completo');
    await name.fill('Ana');
    await name.press('Enter');
    await expect(page.getByText('Dados incompletos')).toBeVisible();
    await atRest(page);
    const phone = page.getByLabel('WhatsApp');
    await expect(phone).toBeFocused();
    await expect(phone).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByText('WhatsApp inválido (mínimo 10 dígitos)')).toBeInViewport();
    await expect(page.getByRole('button', { name: 'Fechar formulário' })).toBeInViewport();
    expect(await covered(page)).toEqual([]);
  });
}

test('neither notice nor indicator of the application covers what is pressed', async ({
  page,
  funil,
  expectedErrors,
}) => {
  expectedErrors.push(/503/);
  await page.route('**/rest/v1/applications', (route) =>
    route.fulfill({ status: 503, json: { code: 'x', message: 'busy' } }),
  );
  await page.goto(funil.url);
  const apply = new Apply(page);
  await apply.reachTheEnd();
  for (const size of [...SMALL, { width: 360, height: 740 }, { width: 1280, height: 720 }]) {
    await page.setViewportSize(size);
    await apply.send.click();
    await expect(page.getByText('Erro no envio').first()).toBeVisible();
    await expect(apply.indicator).toHaveText('Erro ao salvar');
    await atRest(page);
    expect(await covered(page), `${size.width} px`).toEqual([]);
  }
});

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

test('shows the auto-save indicator at the bottom right of the window, beside or below the form', async ({
  page,
  funil,
  expectedErrors,
}) => {
  expectedErrors.push(/503/);
  await page.route('**/rest/v1/{leads,applications}', (route) =>
    route.fulfill({ status: 503, json: { code: 'x', message: 'busy' } }),
  );
  const expectInCorner = async () => {
    for (const [width, height] of [
      [640, 360],
      [640, 800],
      [768, 1024],
      [943, 600],
      [1024, 768],
      [1231, 800],
      [1280, 720],
    ] as const) {
      await page.setViewportSize({ width, height });
      const place = await locateIndicator(page);
      expect(place, `${width} × ${height}`).toMatchObject({ isOverPanel: false });
      expect(place.fromRight, `${width} × ${height}`).toBeLessThanOrEqual(16);
      expect(place.fromBottom, `${width} × ${height}`).toBeLessThanOrEqual(16);
      expect(place.fromBottom, `${width} × ${height}`).toBeGreaterThanOrEqual(0);
    }
  };
  await page.goto(funil.url);
  const apply = new Apply(page);
  await apply.reachTheEnd();
  await apply.send.click();
  await expect(apply.indicator).toHaveText('Erro ao salvar');
  await expectInCorner();

  await page.goto(funil.url);
  await openLeadDialog(page);
  await fillLead(page);
  await submitButton(page).click();
  await expect(page.locator('#lead-dialog .auto-save')).toHaveText('Erro ao salvar');
  await expectInCorner();
});
