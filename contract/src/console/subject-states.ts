import type { SubjectState } from './subjects.ts';

/** The states of a conversation as operators read them, in the order in which it passes them. Apart from the schemas: the console loads no zod. */
export const SUBJECT_STATE_LABELS: Readonly<Record<SubjectState, string>> = {
  novo: 'Novo',
  em_conversa: 'Em conversa',
  aprovado: 'Aprovado',
  recusado: 'Recusado',
  comprou: 'Comprou',
  perdido: 'Perdido',
};
