import { expect, type Locator, type Page } from '@playwright/test';
import * as form from '../testkit/forms/application-form.ts';
import type { PageDriver } from '../testkit/forms/page-driver.ts';
import { drivePage } from './page-driver.ts';

/** Drives the application modal by its labels, titles and buttons. */
export class ApplicationModal {
  readonly page: Page;
  readonly dialog: Locator;
  readonly driver: PageDriver;
  readonly next: Locator;
  readonly back: Locator;
  readonly send: Locator;
  readonly indicator: Locator;
  readonly opener: Locator;

  constructor(page: Page) {
    this.page = page;
    this.dialog = page.getByRole('dialog', { name: 'Aplicação para a mentoria' });
    this.driver = drivePage(this.dialog);
    this.next = this.button(form.BUTTON_LABELS.next);
    this.back = this.button(form.BUTTON_LABELS.back);
    this.send = this.button(form.BUTTON_LABELS.send);
    this.indicator = page.locator('#application-modal .auto-save');
    this.opener = page.locator('[data-section="header"] [data-opens="application"]');
  }

  button(name: string) {
    return this.dialog.getByRole('button', { name, exact: true });
  }
  field(label: string) {
    return this.dialog.getByLabel(label);
  }
  title(name: string) {
    return this.dialog.getByRole('heading', { name });
  }

  /** Scrolls until the header shows, and opens the modal from it. */
  async open() {
    await this.page.evaluate(() => window.scrollTo({ top: 400, behavior: 'instant' }));
    await this.opener.click();
    await expect(this.dialog).toBeVisible();
  }
  async start() {
    await this.open();
    const button = this.button(form.BUTTON_LABELS.start);
    await button.evaluate((element) =>
      element.addEventListener('click', () => Reflect.set(window, 'isStartPressed', true)),
    );
    // On a busy machine the dialog may move between the press and the release of the mouse.
    await expect(async () => {
      await button.click();
      expect(await this.page.evaluate(() => Reflect.has(window, 'isStartPressed'))).toBe(true);
    }).toPass();
    await expect(this.title('Informações Pessoais')).toBeVisible();
  }
  fillPersonal = () => form.fillPersonal(this.driver);
  fillCompany = () => form.fillCompany(this.driver);
  fillChallenges = () => form.fillChallenges(this.driver);

  async completePersonal() {
    await this.fillPersonal();
    await this.next.click();
  }
  async completeCompany() {
    await this.fillCompany();
    await this.next.click();
  }
  async completeChallenges() {
    await this.fillChallenges();
    await this.next.click();
  }

  /** Goes from the page to step 4 with every field filled. */
  async reachTheEnd() {
    await this.start();
    await this.completePersonal();
    await form.fillRemainingSteps(this.driver);
  }
  async sendAndConfirm() {
    await this.send.click();
    await expect(this.title('APLICAÇÃO ENVIADA')).toBeFocused();
  }
}
