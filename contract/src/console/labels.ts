/**
 * Portuguese words for keys, on screens, in mail and in files. Labels that lists do not load are in files
 * `…-labels.ts`; others are beside their keys. No such file has schemas, because the console loads no zod.
 */

import type { Creative } from '../ads/origin-levels.ts';
import { reportedUtm } from '../ads/reported-utm.ts';
import type { ApplicationStage } from '../contacts/contacts.ts';
import type { MatchedBy, SaleState } from '../sales/sale-record.ts';

export type Labels<Key extends string> = Readonly<Record<Key, string>>;

/** Returns a key's label; a key of another release or a visitor unchanged. */
export const labelIn = (labels: Labels<string>, key: string): string =>
  Object.hasOwn(labels, key) ? (labels[key] ?? key) : key;

export const STAGE_LABELS: Labels<ApplicationStage> = {
  started: 'Preenchendo',
  abandoned: 'Abandonada',
  sent: 'Enviada',
};

export const SALE_STATE_LABELS: Labels<SaleState> = {
  pending: 'Em aberto',
  paid: 'Paga',
  refunded: 'Reembolsada',
  chargeback: 'Contestada',
  canceled: 'Cancelada',
  abandoned: 'Abandonada',
};

export const saleStateLabel = (state: string): string => labelIn(SALE_STATE_LABELS, state);

export const MATCH_LABELS: Labels<MatchedBy> = {
  reference: 'pelo link',
  phone: 'pelo telefone',
  email: 'pelo e-mail',
  hand: 'à mão',
};

/** Filters use this value for an empty UTM, because an empty text means no filter. */
export const NO_ORIGIN = '(direto)';

/** Returns a UTM's label. An unknown source is not `direto`, which a visit without UTMs has. */
export function utmLabel(utm: keyof Creative, value: string): string {
  if (value !== '' && value !== NO_ORIGIN) return reportedUtm(value);
  return utm === 'source' ? 'desconhecida' : 'sem nome';
}
