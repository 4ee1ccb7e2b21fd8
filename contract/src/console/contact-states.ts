import type { ContactState } from './contacts.ts';

/** Portuguese names of a conversation's states, in their usual order. In a file without schemas, because the console loads no zod. */
export const CONTACT_STATE_LABELS: Readonly<Record<ContactState, string>> = {
  novo: 'Novo',
  em_conversa: 'Em conversa',
  aprovado: 'Aprovado',
  recusado: 'Recusado',
  comprou: 'Comprou',
  perdido: 'Perdido',
};
