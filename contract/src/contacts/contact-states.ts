import type { ContactState, EffectiveState } from './contacts.ts';

// This file imports no zod, because the console loads it.
export const CONTACT_STATE_LABELS: Readonly<Record<EffectiveState, string>> = {
  novo: 'Novo',
  em_conversa: 'Em conversa',
  aprovado: 'Aprovado',
  recusado: 'Recusado',
  comprou: 'Comprou',
  perdido: 'Perdido',
  devolvido: 'Dinheiro devolvido',
};

/** The states that operators can give to a lead or an application. Only applications can be approved or refused. */
export const STATES_BY_CONTACT_KIND: Readonly<
  Record<'lead' | 'application', readonly ContactState[]>
> = {
  lead: ['novo', 'em_conversa', 'comprou', 'perdido'],
  application: ['novo', 'em_conversa', 'aprovado', 'recusado', 'comprou', 'perdido'],
};

/** True if operators can set the state. `devolvido` follows from sales only. */
export const isContactState = (state: EffectiveState): state is ContactState =>
  state !== 'devolvido';
