import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Page } from '@playwright/test';
import {
  ANSWERS,
  BUTTON_LABELS,
  CONTACT,
  fillRemainingSteps,
} from '../../testkit/forms/application-form.ts';
import { expectErrors } from '../console-errors.ts';
import { expectEvents } from '../events.ts';
import { expect, test } from '../fixtures.ts';
import { openWithHeldScripts } from '../hold-requests.ts';
import {
  fillLead,
  openLeadDialog,
  sendLead,
  waitForCheckout,
  waitForLeadForm,
} from '../lead-dialog.ts';

/** Puts every text into `font` elements, as Chrome's translator does; the words stay, so that locators find them. */
const translatePage = (page: Page) =>
  page.addInitScript(() => {
    const untranslated = ['FONT', 'OPTION', 'SCRIPT', 'STYLE', 'TEXTAREA'];
    function translate(root: Node): void {
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const textNodes = root instanceof Text ? [root] : [];
      while (texts.nextNode()) textNodes.push(texts.currentNode as Text);
      for (const text of textNodes) {
        const isShown = text.data.trim() !== '' && text.parentElement;
        if (!isShown || untranslated.includes(isShown.tagName)) continue;
        const translated = document.createElement('font');
        translated.append(document.createElement('font'));
        translated.firstElementChild?.append(text.data);
        text.replaceWith(translated);
      }
    }
    document.addEventListener('DOMContentLoaded', () => {
      translate(document.body);
      const observer = new MutationObserver((changes) => {
        for (const { target, addedNodes } of changes) [target, ...addedNodes].forEach(translate);
      });
      observer.observe(document.body, { childList: true, characterData: true, subtree: true });
    });
  });

/** Removes the features that browsers of 2021 lack. */
const removeNewFeatures = (page: Page) =>
  page.addInitScript(() => {
    for (const name of ['findLast', 'findLastIndex']) {
      Reflect.deleteProperty(Array.prototype, name);
    }
    Reflect.deleteProperty(Object, 'hasOwn');
    Reflect.deleteProperty(AbortSignal, 'timeout');
    Reflect.deleteProperty(Crypto.prototype, 'randomUUID');
  });

/**
 * Matches calls of methods that browsers of 2021 lack. Calls with `?.` do not match, because they do nothing in such
 * a browser.
 */
const NEW_CALLS =
  /\b(?:findLast(?:Index)?|to(?:Sorted|Reversed|Spliced)|hasOwn|groupBy|withResolvers|fromAsync|canParse|(?:is|to)WellFormed|structuredClone|checkVisibility|randomUUID|AbortSignal\.(?:any|timeout))\(/g;

test('calls no method that browsers of 2021 lack, on any path of its scripts', () => {
  const dist = join(import.meta.dirname, '../../site/dist');
  // Scripts that the build kept from earlier builds are not checked.
  const kept = globSync('.kept-assets.json', { cwd: dist }).map((file) =>
    readFileSync(join(dist, file), 'utf8'),
  );
  const files = globSync('{_astro/*.js,*.html}', { cwd: dist }).filter(
    (file) => !kept.join('').includes(`"${basename(file)}"`),
  );
  const texts = files.map((file) => readFileSync(join(dist, file), 'utf8'));
  expect(texts.join('')).toContain('addEventListener(');
  expect(texts.flatMap((text) => text.match(NEW_CALLS) ?? [])).toEqual([]);
});

/** Events that some browsers, keyboards and extensions omit. */
const OMITTED_EVENTS = [
  'focus',
  'blur',
  'focusin',
  'focusout',
  'change',
  'resize',
  'visibilitychange',
  'pageshow',
  'transitionend',
  'animationend',
];

/** Keeps events from the page's own listeners. */
const omitEvents = (page: Page) =>
  page.addInitScript((names) => {
    const stop = (event: Event) => event.stopImmediatePropagation();
    for (const name of names) window.addEventListener(name, stop, true);
  }, OMITTED_EVENTS);

// React reports this error if it finds other elements than the build rendered, and renders the form anew.
const HYDRATION_MISMATCH = /React error #418/;

test('saves both forms in an old browser that translates the page', async ({
  page,
  modal,
  funil,
}) => {
  expectErrors(page, HYDRATION_MISMATCH);
  for (const alter of [removeNewFeatures, omitEvents, translatePage]) await alter(page);
  await page.goto('/?utm_source=ig');
  await openLeadDialog(page);
  await waitForLeadForm(page);
  await fillLead(page);
  await sendLead(page);
  await waitForCheckout(page);
  expect(funil.rows('leads')).toMatchObject([{ telefone: '(11) 98765-4321', utm_source: 'ig' }]);
  await expectEvents(page, funil, 'form_complete');

  await page.goto('/');
  await modal.open();
  await page.locator('#application-modal[open][data-served]').waitFor();
  await modal.button(BUTTON_LABELS.start).click();
  await modal.completePersonal();
  await fillRemainingSteps(modal.driver);
  await modal.sendAndConfirm();
  const { faturamento, cronograma } = ANSWERS;
  expect(funil.rows('applications')).toMatchObject([{ ...CONTACT, faturamento, cronograma }]);
});

test('keeps an open form whose HTML an extension has changed', async ({ page, modal, funil }) => {
  expectErrors(page, HYDRATION_MISMATCH);
  await page.addInitScript(() =>
    document.addEventListener('DOMContentLoaded', () => {
      for (const element of document.querySelectorAll('#lead-dialog input, #application-modal li'))
        element.after(document.createElement('div'));
    }),
  );
  const release = await openWithHeldScripts(page);
  await openLeadDialog(page);
  const name = page.getByLabel('Nome completo');
  await name.pressSequentially('Ana');
  release();
  await waitForLeadForm(page);
  await page.keyboard.type(' Souza');
  await expect(name).toHaveValue('Ana Souza');

  await page.keyboard.press('Escape');
  await openLeadDialog(page);
  await expect(name).toBeFocused();

  const releaseSteps = await openWithHeldScripts(page);
  await page.locator('main [data-opens="application"]').first().click();
  await modal.button(BUTTON_LABELS.start).click();
  releaseSteps();
  await expect(modal.field('Nome completo')).toBeVisible();

  const releaseForm = await openWithHeldScripts(page);
  await openLeadDialog(page);
  await fillLead(page);
  await sendLead(page);
  releaseForm();
  await waitForCheckout(page);
  expect(funil.rows('leads')).toMatchObject([{ nome: 'Ana Souza', telefone: '(11) 98765-4321' }]);
});
