import { PLATFORMS } from '@funil/contract/platforms';
import { type MatchedBy, paymentMethodLabel, type SaleState as State } from '@funil/contract/sale';
import type { Option } from '../parts/Fields.tsx';
import { StateMark, type StateMarkProps } from '../parts/StateMark.tsx';
import { day, keysOf, oneOf, type SearchOf, searchReader, text } from '../parts/search-params.ts';

/** In the order in which a sale passes through them. */
const SALE_STATES: Record<State, StateMarkProps> = {
  pending: { label: 'Em aberto', tone: 'busy' },
  paid: { label: 'Paga', tone: 'won' },
  refunded: { label: 'Reembolsada', tone: 'warn' },
  chargeback: { label: 'Contestada', tone: 'bad' },
  canceled: { label: 'Cancelada', tone: 'off' },
  abandoned: { label: 'Abandonada', tone: 'off' },
};

export const SALE_OPTIONS: readonly Option[] = Object.entries(SALE_STATES).map(
  ([state, { label }]) => [state, label],
);

export const MATCH_LABELS: Record<MatchedBy, string> = {
  reference: 'pelo link',
  phone: 'pelo telefone',
  email: 'pelo e-mail',
  hand: 'à mão',
};

export const PLATFORM_OPTIONS: readonly Option[] = Object.entries(PLATFORMS).map(
  ([name, { label }]) => [name, label],
);

export const methodLabel = (method: string | null): string | null =>
  method === null ? null : paymentMethodLabel(method, 'inSentence');

export const SaleState = ({ state }: { state: State }) => <StateMark {...SALE_STATES[state]} />;

const FIELDS = {
  q: text,
  from: day,
  until: day,
  state: oneOf(keysOf(SALE_STATES)),
  matched: oneOf(['yes', 'no']),
  platform: text,
  paid: oneOf(['1']),
  test: oneOf(['1']),
  source: text,
  medium: text,
  campaign: text,
  content: text,
};

export type SalesSearch = SearchOf<typeof FIELDS>;
export const readSalesSearch = searchReader(FIELDS);
