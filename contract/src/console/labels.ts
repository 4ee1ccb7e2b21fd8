/**
 * Portuguese labels of keys, for screens, mail and files. Labels that the console's lists do not need are in files
 * `…-labels.ts`, so that the lists load faster. Files with labels contain no schemas, because the console loads no
 * zod.
 */

import type { CreativeOrigin } from '../ads/origin-levels.ts';
import { reportedUtm } from '../ads/reported-utm.ts';
import type { ApplicationStage } from '../contacts/contacts.ts';
import type { MatchedBy, SaleState } from '../sales/sale-record.ts';

export type Labels<Key extends string> = Readonly<Record<Key, string>>;

/**
 * Returns a key's label. Returns the key itself if it has no label, because another release or a visitor may have
 * written it.
 */
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

/** A filter's value for rows with an empty UTM, because an empty filter means any row. */
export const EMPTY_UTM_FILTER = '(direto)';

/** Returns a UTM's label. An empty source is unknown; `direto` is the source of a visit without UTMs. */
export function utmLabel(utm: keyof CreativeOrigin, value: string): string {
  const reported = value === EMPTY_UTM_FILTER ? '' : reportedUtm(value);
  return reported || (utm === 'source' ? 'desconhecida' : 'sem nome');
}
