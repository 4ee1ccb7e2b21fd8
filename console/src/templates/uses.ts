import type { TemplateUse } from '@funil/contract/console/templates';

/** Whom a text is for. */
export const USES: Record<TemplateUse, string> = {
  lead: 'Leads',
  application: 'Aplicações recebidas',
  approved: 'Aplicações aprovadas',
  refused: 'Aplicações recusadas',
  abandoned: 'Quem parou no meio',
  pending: 'Pix e boleto em aberto',
};

/** In the order in which people pass them. */
export const USE_NAMES: readonly TemplateUse[] = [
  'lead',
  'application',
  'approved',
  'refused',
  'abandoned',
  'pending',
];
