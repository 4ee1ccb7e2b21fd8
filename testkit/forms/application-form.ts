import type { PageDriver } from './page-driver.ts';

/** Contact data as the server stores it. */
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

export const BUTTON_LABELS = {
  start: 'APLICAR',
  next: 'Próximo',
  back: 'Voltar',
  send: 'ENVIAR APLICAÇÃO',
};

export async function fillPersonal(driver: PageDriver): Promise<void> {
  await driver.fill('Nome completo', CONTACT.nome);
  await driver.fill('E-mail', CONTACT.email);
  await driver.fill('WhatsApp', '11987654321');
  await driver.fill('Instagram', 'ana.souza');
}

export async function fillCompany(driver: PageDriver): Promise<void> {
  await driver.fill('Empresa ou negócio', ANSWERS.empresa);
  await driver.fill('Cargo', ANSWERS.cargo);
  await driver.choose('Faturamento mensal', 'De R$ 10 mil a R$ 30 mil');
}

export async function fillChallenges(driver: PageDriver, desafios = ANSWERS.principais_desafios) {
  await driver.fill('Principais desafios', desafios);
  await driver.choose('Em quanto tempo', 'Em 3 anos ou mais');
}

/** Fills in steps 2 to 4 without sending the application. */
export async function fillRemainingSteps(driver: PageDriver, desafios?: string): Promise<void> {
  await fillCompany(driver);
  await driver.press(BUTTON_LABELS.next);
  await fillChallenges(driver, desafios);
  await driver.press(BUTTON_LABELS.next);
  await driver.fill('Você já fez consultoria', ANSWERS.experiencia_anterior);
}
