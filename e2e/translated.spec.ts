import type { Page } from '@playwright/test';
import { BUTTON_LABELS, fillRemainingSteps } from '../testkit/application-form.ts';
import { expectErrors } from './console-errors.ts';
import { expect, test } from './fixtures.ts';
import {
  fillLead,
  openLeadDialog,
  sendLead,
  waitForCheckout,
  waitForLeadForm,
} from './lead-dialog.ts';

/** Puts every text into `font` elements, as Chrome's translator does; the words stay, so that locators find them. */
const translatePage = (page: Page) =>
  page.addInitScript(() => {
    const untranslated = ['FONT', 'OPTION', 'SCRIPT', 'STYLE', 'TEXTAREA'];
    function translate(root: Node): void {
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const found = root instanceof Text ? [root] : [];
      while (texts.nextNode()) found.push(texts.currentNode as Text);
      for (const text of found) {
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

// React finds other elements than the build rendered, and renders the form anew.
const HYDRATION_MISMATCH = /React error #418/;

test('saves a lead and an application from a translated page, whose buttons change their words', async ({
  page,
  modal,
  funil,
}) => {
  expectErrors(page, HYDRATION_MISMATCH);
  await translatePage(page);
  await page.goto('/');
  await openLeadDialog(page);
  await waitForLeadForm(page);
  await fillLead(page);
  await sendLead(page);
  await waitForCheckout(page);
  expect(funil.rows('leads')).toHaveLength(1);

  await page.goto('/');
  await modal.open();
  await page.locator('#application-modal[open][data-served]').waitFor();
  await modal.button(BUTTON_LABELS.start).click();
  await modal.completePersonal();
  await fillRemainingSteps(modal.driver);
  await modal.sendAndConfirm();
  expect(funil.rows('applications')).toHaveLength(1);
});
