import { PLATFORMS } from '@funil/contract/platforms';
import { type MatchedBy, namePaymentMethod, type SaleState } from '@funil/contract/sale';
import type { Option } from '../parts/FilterFold.tsx';

/** How each state is called and shown, in the order in which money passes them. */
export const SALE_WORDS: Record<SaleState, { readonly label: string; readonly tone: string }> = {
  pending: { label: 'Em aberto', tone: 'busy' },
  paid: { label: 'Paga', tone: 'won' },
  refunded: { label: 'Reembolsada', tone: 'warn' },
  chargeback: { label: 'Contestada', tone: 'bad' },
  canceled: { label: 'Cancelada', tone: 'off' },
  abandoned: { label: 'Abandonada', tone: 'off' },
};

export const SALE_OPTIONS: readonly Option[] = Object.entries(SALE_WORDS).map(
  ([state, { label }]) => [state, label],
);

export const MATCH_WORDS: Record<MatchedBy, string> = {
  reference: 'pelo link',
  phone: 'pelo telefone',
  email: 'pelo e-mail',
  hand: 'à mão',
};

export const PLATFORM_OPTIONS: readonly Option[] = Object.entries(PLATFORMS).map(
  ([name, { label }]) => [name, label],
);

export const nameMethod = (method: string | null): string | null =>
  method === null ? null : namePaymentMethod(method, 'inSentence');
