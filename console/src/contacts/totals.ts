import type { PersonCard } from '@funil/contract/contacts/contacts';
import { formatQuantity } from '@funil/contract/counts';
import { formatCents } from '@funil/contract/money';

/** Returns `1 compra: R$ 1.497,00 · 2 cadastros`; null if purchases and rows are fewer than two. */
export function formatTotals(totals: PersonCard['totals']): string | null {
  const { leads, applications, purchases, spent_cents } = totals;
  if (leads + applications + (purchases ?? 0) < 2) return null;
  const bought = purchases && formatQuantity(purchases, 'compra', 'compras');
  return [
    bought && (spent_cents ? `${bought}: ${formatCents(spent_cents)}` : bought),
    leads && formatQuantity(leads, 'cadastro', 'cadastros'),
    applications && formatQuantity(applications, 'aplicação', 'aplicações'),
  ]
    .filter(Boolean)
    .join(' · ');
}
