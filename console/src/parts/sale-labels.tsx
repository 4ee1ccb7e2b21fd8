import { SALE_STATE_LABELS } from '@funil/contract/console/labels';
import {
  paymentMethodLabel,
  SALE_SOURCE_LABELS,
  type SaleSource,
  type SaleState,
} from '@funil/contract/sales/sale-record';
import { StateMark, type Tone } from './StateMark.tsx';

const SALE_STATE_TONES: Record<SaleState, Tone> = {
  pending: 'busy',
  paid: 'won',
  refunded: 'warn',
  chargeback: 'bad',
  canceled: 'off',
  abandoned: 'off',
};

export const methodLabel = (method: string | null): string | null =>
  method === null ? null : paymentMethodLabel(method, 'inSentence');

/** Returns the source's label; null for a notice, the usual source. */
export const sourceLabel = (source: SaleSource): string | null =>
  source === 'notice' ? null : `via ${SALE_SOURCE_LABELS[source]}`;

export const SaleStateMark = ({ state }: { state: SaleState }) => (
  <StateMark label={SALE_STATE_LABELS[state]} tone={SALE_STATE_TONES[state]} />
);
