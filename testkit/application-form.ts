import type { PageDriver } from './page-driver.ts';

/** What the applicant of the tests types, as the rows must then hold it. */
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

/** Buttons of the modal, by their names. */
export const BUTTON = {
  start: 'APLICAR',
  next: 'Próximo',
  back: 'Voltar',
  send: 'ENVIAR APLICAÇÃO',
};

/** Step 1, with a phone and a handle as people type them. */
export async function fillPersonal(driver: PageDriver): Promise<void> {
  await driver.fill('Nome completo', CONTACT.nome);
  await driver.fill('E-mail', CONTACT.email);
  await driver.fill('WhatsApp', '11987654321');
  await driver.fill('Instagram', 'ana.souza');
}

/** Step 2. */
export async function fillCompany(driver: PageDriver): Promise<void> {
  await driver.fill('Empresa ou negócio', ANSWERS.empresa);
  await driver.fill('Cargo', ANSWERS.cargo);
  await driver.choose('Faturamento mensal', 'De R$ 10 mil a R$ 30 mil');
}

/** Step 3. */
export async function fillChallenges(driver: PageDriver, desafios = ANSWERS.principais_desafios) {
  await driver.fill('Principais desafios', desafios);
  await driver.choose('Em quanto tempo', 'Em 3 anos ou mais');
}

/** Steps 2 to 4, and none of them sent. */
export async function fillFromCompanyOn(driver: PageDriver, desafios?: string): Promise<void> {
  await fillCompany(driver);
  await driver.press(BUTTON.next);
  await fillChallenges(driver, desafios);
  await driver.press(BUTTON.next);
  await driver.fill('Você já fez consultoria', ANSWERS.experiencia_anterior);
}
