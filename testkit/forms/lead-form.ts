import type { PageDriver } from './page-driver.ts';

export const SEND_LEAD_BUTTON = 'Continuar para o pagamento';

export async function fillLead(driver: PageDriver, nome = 'Ana Souza', telefone = '11987654321') {
  await driver.fill('Nome completo', nome);
  await driver.fill('WhatsApp', telefone);
}

export const sendLead = (driver: PageDriver): Promise<void> => driver.press(SEND_LEAD_BUTTON);
