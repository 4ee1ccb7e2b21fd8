import type { MatchedBy, SaleState } from '@funil/contract/console/sales';
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

const PLATFORMS: Readonly<Record<string, string>> = {
  hotmart: 'Hotmart',
  kiwify: 'Kiwify',
  eduzz: 'Eduzz',
  hubla: 'Hubla',
  ticto: 'Ticto',
  tmb: 'TMB',
  monetizze: 'Monetizze',
};
export const PLATFORM_OPTIONS: readonly Option[] = Object.entries(PLATFORMS);

export const namePlatform = (platform: string): string => PLATFORMS[platform] ?? platform;

const METHODS: Readonly<Record<string, string>> = {
  pix: 'Pix',
  boleto: 'boleto',
  credit_card: 'cartão',
};

export const nameMethod = (method: string | null): string | null =>
  method === null ? null : (METHODS[method] ?? method);
