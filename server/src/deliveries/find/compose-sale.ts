import { createHash } from 'node:crypto';
import { canonicalPhone, emailKey } from '@funil/contract/person';
import type { Utms } from '@funil/contract/utm';
import {
  type ErasurePayload,
  PAYLOAD_VERSION,
  type SalePayload,
} from '@funil/contract/webhook-payloads';
import type { Selectable } from 'kysely';
import { toSaleBuyer, toSaleRecord } from '../../sales/sale-record.ts';
import type { Tables } from '../../store/database.ts';
import type { SaleRow } from '../../store/sales-tables.ts';
import { originOf, reachOf } from './compose-lead.ts';
import type { News } from './news.ts';

type Moment = Selectable<Tables['sale_moments']>;

export const saleSubject = ({ platform, sale_key }: { platform: string; sale_key: string }) =>
  `sale:${platform}:${sale_key}`;

/**
 * `sale.pending`, `sale.paid`, `sale.refunded` or `sale.chargeback`
 * @param origin of the sale's lead; null: it has none
 */
export function saleNews(moment: Moment, sale: SaleRow, origin: Utms | null): News {
  const data: SalePayload = {
    version: PAYLOAD_VERSION,
    ...toSaleRecord(sale),
    chargeback_at: sale.chargeback_at,
    ...(moment.is_late && { late: true as const }),
    ...toSaleBuyer(sale),
    ...reachOf(sale.buyer_phone ?? ''),
    ...originOf(origin),
  };
  return {
    type: `sale.${moment.moment}`,
    subject: saleSubject(sale),
    happenedAt: moment.happened_at,
    number: moment.number,
    data,
    isLate: Boolean(moment.is_late),
    phoneKey: sale.buyer_phone === null ? null : canonicalPhone(sale.buyer_phone),
    emailKey: sale.buyer_email === null ? null : emailKey(sale.buyer_email),
  };
}

/** A key as others may know it who do not know the person. */
export const hashKey = (key: string | null): string | null =>
  key === null ? null : createHash('sha256').update(key).digest('hex');

/** `person.erased` */
export function erasureNews(row: Selectable<Tables['erasures']>): News {
  const data: ErasurePayload = {
    version: PAYLOAD_VERSION,
    phone_key_sha256: row.phone_key_sha256,
    email_key_sha256: row.email_key_sha256,
  };
  return {
    type: 'person.erased',
    subject: `person:${row.number}:${row.created_at}`,
    happenedAt: row.created_at,
    number: row.number,
    data,
    phoneKey: null,
    emailKey: null,
  };
}
