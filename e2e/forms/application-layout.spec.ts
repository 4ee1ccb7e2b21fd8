import { expect, test } from '../fixtures.ts';
import { expectNoViolations } from '../no-violations.ts';

const WINDOWS = [
  { name: '320 px wide', width: 320, height: 568, share: 0.95 },
  { name: 'a phone on its side', width: 740, height: 360, share: 0.9 },
  { name: '1280×800 at 200 % zoom', width: 640, height: 400, share: 0.9 },
  { name: 'a low window', width: 1024, height: 320, share: 0.9 },
  { name: 'a large screen', width: 1920, height: 1080, share: 0.9 },
];

/**
 * Returns the panel's size, how far its body scrolls sideways, whether the first text is above the body even if the
 * body is not scrolled, and how many controls are smaller than 44 px.
 */
function measurePanel(dialog: Element) {
  const panel = dialog.firstElementChild?.getBoundingClientRect();
  const body = dialog.querySelector('.application-body');
  const smallControls = [...dialog.querySelectorAll('button, input, select, textarea')]
    .filter((control) => control.closest('.application-panel'))
    .filter((control) => control.checkVisibility({ visibilityProperty: true }))
    .filter((control) => control.getAttribute('tabindex') !== '-1')
    .filter((control) => control.getBoundingClientRect().height < 44);
  return {
    width: panel?.width ?? 0,
    height: panel?.height ?? 0,
    overflowPx: (body?.scrollWidth ?? 0) - (body?.clientWidth ?? 0),
    isCut:
      body !== null &&
      (body.firstElementChild?.getBoundingClientRect().top ?? 0) + body.scrollTop <
        body.getBoundingClientRect().top,
    smallControls: smallControls.length,
  };
}

test('fits every window without accessibility violation in every step', async ({ page, modal }) => {
  await page.goto('/');
  const expectFit = async () => {
    for (const { name, width, height, share } of WINDOWS) {
      await page.setViewportSize({ width, height });
      const size = await modal.dialog.evaluate(measurePanel);
      // The panel is at most 56rem wide.
      expect(size.width, name).toBeCloseTo(Math.min(width * 0.95, 896), 0);
      expect(size.height / height, name).toBeCloseTo(share, 2);
      expect(size, name).toMatchObject({ overflowPx: 0, isCut: false, smallControls: 0 });
      const buttons = [modal.button('APLICAR'), modal.next, modal.send];
      for (const button of buttons) {
        if (await button.isVisible()) await expect(button, name).toBeInViewport({ ratio: 1 });
      }
    }
    await expectNoViolations(page, '#application-modal');
  };
  await modal.open();
  await expect(modal.button('APLICAR')).toBeVisible();
  await expectFit();
  await modal.button('APLICAR').click();
  await modal.field('Nome completo').press('Enter');
  await expect(modal.dialog.getByText('Email inválido')).toBeVisible();
  await expectFit();
  await modal.completePersonal();
  await modal.fillCompany();
  await expectFit();
  await modal.next.click();
  await modal.fillChallenges();
  await expectFit();
  await modal.next.click();
  await expect(modal.send).toBeVisible();
  await expectFit();
  await modal.sendAndConfirm();
  await expectFit();
});

test('shows the focused field above a phone’s keyboard, even in landscape', async ({
  page,
  modal,
}) => {
  await page.addInitScript(() => {
    const keyboard = () => (innerWidth > innerHeight ? 200 : 300);
    const scale = () => Number(Reflect.get(window, 'scale') ?? 1);
    const height = () =>
      (innerHeight - (Reflect.has(window, 'isTyping') ? keyboard() : 0)) / scale();
    const properties = { height: { get: height }, scale: { get: scale } };
    if (window.visualViewport) Object.defineProperties(window.visualViewport, properties);
  });
  await page.goto('/');
  for (const size of [
    { width: 360, height: 640 },
    { width: 640, height: 360 },
  ]) {
    await page.setViewportSize(size);
    await modal.start();
    const field = modal.field('Instagram');
    await field.focus();
    await page.evaluate(() => {
      Reflect.set(window, 'isTyping', true);
      window.visualViewport?.dispatchEvent(new Event('resize'));
    });
    await expect(field).toBeInViewport({ ratio: 1 });
    const scrollsWhileZooming = await page.evaluate(() => {
      const { scrollIntoView } = Element.prototype;
      let scrolls = 0;
      Element.prototype.scrollIntoView = () => {
        scrolls += 1;
      };
      for (const scale of [1.5, 2, 1]) {
        Reflect.set(window, 'scale', scale);
        window.visualViewport?.dispatchEvent(new Event('resize'));
      }
      Element.prototype.scrollIntoView = scrollIntoView;
      return scrolls;
    });
    expect(scrollsWhileZooming).toBe(0);
    await page.evaluate(() => Reflect.deleteProperty(window, 'isTyping'));
    await page.keyboard.press('Escape');
    await expect(modal.dialog).toBeHidden();
  }
});

test('begins each step at its top with letters of twice the size', async ({ page, modal }) => {
  await page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = '200%';
    }),
  );
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/');
  await modal.start();
  await modal.completePersonal();
  await expect(modal.title('Informações da Empresa')).toBeFocused();
  await expect(modal.title('Informações da Empresa')).toBeInViewport();
});

test('sends the application by keyboard, and shows every step without scrolling @desktop', async ({
  page,
  modal,
  funil,
}) => {
  const expectWholeStep = async (title: string) => {
    await expect(modal.title(title)).toBeFocused();
    const hiddenPx = await modal.dialog
      .locator('form .application-body')
      .evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
    expect(hiddenPx, title).toBe(0);
  };
  await page.goto('/');
  await modal.open();
  const type = (text: string) => page.keyboard.type(text);
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await press('Tab', 'Enter');
  await expectWholeStep('Informações Pessoais');
  await press('Tab');
  await type('Ana Souza');
  await press('Tab');
  await type('ana@souza.com');
  await press('Tab');
  await type('11987654321');
  await press('Enter');
  await expectWholeStep('Informações da Empresa');
  await press('Tab');
  await type('Souza');
  await press('Tab');
  await type('dona');
  await press('Tab', 'ArrowDown', 'Tab', 'Tab', 'Enter');
  await expectWholeStep('Desafios e Objetivos');
  await press('Tab');
  await type('Ninguém me conhece.');
  await press('Tab', 'ArrowDown', 'Tab', 'Tab', 'Enter');
  await expectWholeStep('Finalizar Aplicação');
  await expect(modal.send).toBeEnabled();
  await modal.send.press('Enter');
  await expect(modal.title('APLICAÇÃO ENVIADA')).toBeFocused();
  expect(funil.rows('applications')).toMatchObject([
    { whatsapp: '+55 (11) 98765-4321', faturamento: 'menos-5k', cronograma: '6meses' },
  ]);
});
