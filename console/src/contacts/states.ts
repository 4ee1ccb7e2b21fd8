import type { ApplicationStage, SubjectState } from '@funil/contract/console/subjects';

/** How each state is called and shown, in the order in which a conversation passes them. */
export const STATES: Record<SubjectState, { readonly label: string; readonly tone: string }> = {
  novo: { label: 'Novo', tone: 'fresh' },
  em_conversa: { label: 'Em conversa', tone: 'busy' },
  aprovado: { label: 'Aprovado', tone: 'good' },
  recusado: { label: 'Recusado', tone: 'off' },
  comprou: { label: 'Comprou', tone: 'won' },
  perdido: { label: 'Perdido', tone: 'off' },
};

export const STATE_NAMES: readonly SubjectState[] = [
  'novo',
  'em_conversa',
  'aprovado',
  'recusado',
  'comprou',
  'perdido',
];

export const STAGE_LABELS: Record<ApplicationStage, string> = {
  started: 'Preenchendo',
  abandoned: 'Abandonada',
  sent: 'Enviada',
};
