import type { Labels } from './labels.ts';
import type { TemplateUse } from './templates.ts';

export const TEMPLATE_USE_LABELS: Labels<TemplateUse> = {
  lead: 'Leads',
  application: 'Aplicações recebidas',
  approved: 'Aplicações aprovadas',
  refused: 'Aplicações recusadas',
  abandoned: 'Quem parou no meio',
  pending: 'Pix e boleto em aberto',
  cart: 'Pararam no pagamento',
  buyer: 'Compradores',
  refund: 'Dinheiro devolvido',
};
