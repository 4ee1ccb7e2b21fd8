import type { ContactState, EffectiveState } from './contacts.ts';

/** Without schemas, because the console loads no zod. */
export const CONTACT_STATE_LABELS: Readonly<Record<EffectiveState, string>> = {
  novo: 'Novo',
  em_conversa: 'Em conversa',
  aprovado: 'Aprovado',
  recusado: 'Recusado',
  comprou: 'Comprou',
  perdido: 'Perdido',
  devolvido: 'Dinheiro devolvido',
};

/** The states that operators give, by kind of contact. Only applications are approved or refused. */
export const STATES_OF: Readonly<Record<'lead' | 'application', readonly ContactState[]>> = {
  lead: ['novo', 'em_conversa', 'comprou', 'perdido'],
  application: ['novo', 'em_conversa', 'aprovado', 'recusado', 'comprou', 'perdido'],
};

/** Whether operators can set a state; `devolvido` follows from sales alone. */
export const isContactState = (state: EffectiveState): state is ContactState =>
  state !== 'devolvido';
