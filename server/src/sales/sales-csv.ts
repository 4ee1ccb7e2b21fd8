import { MATCH_LABELS, SALE_STATE_LABELS } from '@funil/contract/console/labels';
import { toLocalTime } from '@funil/contract/local-time';
import { formatAmount } from '@funil/contract/money';
import { platformLabel } from '@funil/contract/sales/platforms';
import { paymentMethodLabel, SALE_SOURCE_LABELS } from '@funil/contract/sales/sale-record';
import type { Columns } from '../csv/columns.ts';
import type { SaleItemWithoutPersonCard } from './sale-items.ts';

const amountCell = (cents: number | null) => (cents === null ? null : formatAmount(cents));
const localTime = (at: string | null) => at && toLocalTime(at);

export const SALE_COLUMNS: Columns<SaleItemWithoutPersonCard> = {
  plataforma: ({ platform }) => platformLabel(platform),
  transacao: ({ transaction }) => transaction,
  estado: ({ state }) => SALE_STATE_LABELS[state],
  valor: ({ value_cents }) => amountCell(value_cents),
  liquido: ({ net_cents }) => amountCell(net_cents),
  devolvido: ({ refunded_cents }) => amountCell(refunded_cents),
  moeda: ({ currency }) => currency,
  pagamento: ({ method }) => method && paymentMethodLabel(method, 'label'),
  produto: ({ product }) => product,
  comprador: ({ buyer_name }) => buyer_name,
  email: ({ buyer_email }) => buyer_email,
  telefone: ({ buyer_phone }) => buyer_phone,
  lead: ({ matched_by }) => matched_by && MATCH_LABELS[matched_by],
  utm_source: ({ origin }) => origin?.source ?? null,
  utm_medium: ({ origin }) => origin?.medium ?? null,
  utm_campaign: ({ origin }) => origin?.campaign ?? null,
  utm_content: ({ origin }) => origin?.content ?? null,
  comecou: ({ begun_at }) => localTime(begun_at),
  paga: ({ paid_at }) => localTime(paid_at),
  reembolsada: ({ refunded_at }) => localTime(refunded_at),
  pedido: ({ order_id }) => order_id,
  assinatura: ({ subscription }) => subscription,
  fonte: ({ source }) => SALE_SOURCE_LABELS[source],
};
