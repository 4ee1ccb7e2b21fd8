import type { Hands } from './hands.ts';

/** The button that sends the form, by its name. */
export const SEND_LEAD = 'Continuar para o pagamento';

/** Fills in the lead dialog, which stands open. */
export async function fillLead(hands: Hands, nome = 'Ana Souza', telefone = '11987654321') {
  await hands.fill('Nome completo', nome);
  await hands.fill('WhatsApp', telefone);
}

export const sendLead = (hands: Hands): Promise<void> => hands.press(SEND_LEAD);
