import { expect, type Locator, type Page } from '@playwright/test';
import * as form from '../testkit/application-form.ts';
import type { PageDriver } from '../testkit/page-driver.ts';
import { handsOn } from './hands.ts';

/** The application modal as a visitor meets it: by its labels, titles and buttons. */
export class Apply {
  readonly page: Page;
  readonly dialog: Locator;
  readonly hands: PageDriver;
  readonly next: Locator;
  readonly back: Locator;
  readonly send: Locator;
  readonly indicator: Locator;

  constructor(page: Page) {
    this.page = page;
    this.dialog = page.getByRole('dialog', { name: 'Aplicação para a mentoria' });
    this.hands = handsOn(this.dialog);
    this.next = this.button(form.BUTTON.next);
    this.back = this.button(form.BUTTON.back);
    this.send = this.button(form.BUTTON.send);
    this.indicator = page.locator('#application-modal .auto-save');
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
  get opener() {
    return this.page.locator('[data-section="header"] [data-opens="application"]');
  }

  /** Scrolls until the header is there, and opens the modal from it. */
  async open() {
    await this.page.evaluate(() => window.scrollTo({ top: 400, behavior: 'instant' }));
    await this.opener.click();
    await expect(this.dialog).toBeVisible();
  }
  async start() {
    await this.open();
    await this.hands.press(form.BUTTON.start);
    await expect(this.title('Informações Pessoais')).toBeVisible();
  }
  fillPersonal = () => form.fillPersonal(this.hands);
  fillCompany = () => form.fillCompany(this.hands);
  fillChallenges = () => form.fillChallenges(this.hands);

  /** From the page to step 4, everything filled in. */
  async reachTheEnd() {
    await this.start();
    await this.fillPersonal();
    await this.next.click();
    await form.fillFromCompanyOn(this.hands);
  }
}
