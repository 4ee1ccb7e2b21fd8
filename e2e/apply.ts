import { expect, type Locator, type Page } from '@playwright/test';

/** What the applicant of these tests types, as the rows must then hold it. */
export const CONTACT = {
  nome: 'Ana Souza',
  email: 'ana@souza.com.br',
  whatsapp: '+55 (11) 98765-4321',
  instagram: '@ana.souza',
};
export const ANSWERS = {
  empresa: 'Souza & Filhas',
  cargo: 'sócia',
  faturamento: '10k-30k',
  principais_desafios: 'Ninguém fora do meu bairro\nsabe o que eu faço.',
  cronograma: '3anos+',
  experiencia_anterior: 'Uma mentoria em grupo, em 2023.',
};

/** The application modal as a visitor meets it: by its labels, titles and buttons. */
export class Apply {
  readonly page: Page;
  readonly dialog: Locator;
  readonly next: Locator;
  readonly back: Locator;
  readonly send: Locator;
  readonly indicator: Locator;

  constructor(page: Page) {
    this.page = page;
    this.dialog = page.getByRole('dialog', { name: 'Aplicação para a mentoria' });
    this.next = this.button('Próximo');
    this.back = this.button('Voltar');
    this.send = this.button('ENVIAR APLICAÇÃO');
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
    await this.button('APLICAR').click();
    await expect(this.title('Informações Pessoais')).toBeVisible();
  }
  async fillPersonal() {
    await this.field('Nome completo').fill(CONTACT.nome);
    await this.field('E-mail').fill(CONTACT.email);
    await this.field('WhatsApp').fill('11987654321');
    await this.field('Instagram').fill('ana.souza');
  }
  async fillCompany() {
    await this.field('Empresa ou negócio').fill(ANSWERS.empresa);
    await this.field('Cargo').fill(ANSWERS.cargo);
    await this.field('Faturamento mensal').selectOption('De R$ 10 mil a R$ 30 mil');
  }
  async fillChallenges() {
    await this.field('Principais desafios').fill(ANSWERS.principais_desafios);
    await this.field('Em quanto tempo').selectOption('Em 3 anos ou mais');
  }
  /** From the page to step 4, everything filled in. */
  async reachTheEnd() {
    await this.start();
    await this.fillPersonal();
    await this.next.click();
    await this.fillCompany();
    await this.next.click();
    await this.fillChallenges();
    await this.next.click();
    await this.field('Você já fez consultoria').fill(ANSWERS.experiencia_anterior);
  }
}
