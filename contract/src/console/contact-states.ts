import type { ContactState } from './contacts.ts';

/** The states of a conversation as operators read them, in the order in which it passes them. Apart from the schemas: the console loads no zod. */
export const CONTACT_STATE_LABELS: Readonly<Record<ContactState, string>> = {
  novo: 'Novo',
  em_conversa: 'Em conversa',
  aprovado: 'Aprovado',
  recusado: 'Recusado',
  comprou: 'Comprou',
  perdido: 'Perdido',
};
