import { createHash } from 'node:crypto';
import { HOUR_MS } from '@funil/contract/durations';
import { internationalDigits, whatsappLink } from '@funil/contract/international-phone';
import { canonicalPhone, emailKey } from '@funil/contract/person';
import { UTM_FIELDS, type Utms } from '@funil/contract/utm';
import {
  type ApplicationPayload,
  type DraftPayload,
  type ErasurePayload,
  type LeadPayload,
  PAYLOAD_VERSION,
  type SalePayload,
} from '@funil/contract/webhook-payloads';
import type { Selectable } from 'kysely';
import { ABANDONED_AFTER_MS } from '../../leads/abandoned.ts';
import { toSaleRecord } from '../../sales/sale-items.ts';
import { sentAt } from '../../sales/sent-at.ts';
import type { Tables } from '../../store/database.ts';
import type { SaleRow } from '../../store/sales-tables.ts';
import type { NewEvent } from './scan.ts';

export type StoredLead = Omit<Selectable<Tables['leads']>, 'botoes_clicados' | 'phone_key'>;

/** How a typed number is reached; null where it cannot be dialled. */
export const reachOf = (phone: string) => ({
  phone_digits: internationalDigits(phone),
  wa_me: whatsappLink(phone),
});

export const utmsOf = (row: Utms): Utms =>
  Object.fromEntries(UTM_FIELDS.map((field) => [field, row[field]])) as Utms;

const UNKNOWN = {
  utm_source: null,
  utm_medium: null,
  utm_campaign: null,
  utm_content: null,
  utm_term: null,
};

/** Returns a visitor's origin, with nulls if unknown. */
export const originOf = (origin: Utms | null): Utms | typeof UNKNOWN => origin ?? UNKNOWN;

/** `lead.created`. A lead without a key is known by its row and time: numbers are given again. */
export function leadEvent(row: StoredLead): NewEvent {
  const data: LeadPayload = {
    version: PAYLOAD_VERSION,
    lead_ref: row.idempotency_key,
    nome: row.nome,
    telefone: row.telefone,
    ...reachOf(row.telefone),
    ...utmsOf(row),
    origem_timestamp: row.origem_timestamp,
    tempo_jornada_segundos: row.tempo_jornada_segundos,
    paginas_visitadas: row.paginas_visitadas,
    created_at: row.created_at,
    suspect: row.suspect,
  };
  return {
    type: 'lead.created',
    subject: `lead:${row.idempotency_key ?? `${row.id}:${row.created_at}`}`,
    happenedAt: sentAt(row.idempotency_key, row.created_at),
    number: row.id,
    data,
    phoneKey: canonicalPhone(row.telefone),
    emailKey: null,
  };
}

export type StoredDraft = Selectable<Tables['application_drafts']>;
export type StoredApplication = Selectable<Tables['newest_applications']>;

/** A row and where it stands in the order of arrival. */
export type Numbered<Row> = Row & { readonly number: number };

const later = (moment: string, ms: number) => new Date(Date.parse(moment) + ms).toISOString();

const contactOf = ({
  nome,
  email,
  whatsapp,
  instagram,
}: Pick<StoredDraft, 'nome' | 'email' | 'whatsapp' | 'instagram'>) => ({
  nome,
  email,
  whatsapp,
  instagram,
});

/**
 * `application.started`, or `application.abandoned` an hour later.
 * @param origin of the form's first event; null: none is known yet
 */
export function draftEvent(
  type: 'application.started' | 'application.abandoned',
  row: Numbered<StoredDraft>,
  origin: Utms | null,
): NewEvent {
  const data: DraftPayload = {
    version: PAYLOAD_VERSION,
    lead_ref: row.id,
    ...contactOf(row),
    ...reachOf(row.whatsapp),
    ...originOf(origin),
    created_at: row.created_at,
    suspect: row.suspect,
  };
  const isStart = type === 'application.started';
  return {
    type,
    subject: `application:${row.id}`,
    happenedAt: isStart
      ? sentAt(row.save_id, row.created_at)
      : later(row.created_at, ABANDONED_AFTER_MS),
    number: row.number,
    data,
    phoneKey: canonicalPhone(row.whatsapp),
    emailKey: emailKey(row.email),
  };
}

/**
 * `application.created`
 * @param replyHours within which the page promises an answer; null: it promises none
 */
export function applicationEvent(
  row: Numbered<StoredApplication>,
  replyHours: number | null,
): NewEvent {
  const happenedAt = sentAt(row.save_id, row.created_at);
  const data: ApplicationPayload = {
    version: PAYLOAD_VERSION,
    lead_ref: row.id,
    ...contactOf(row),
    ...reachOf(row.whatsapp),
    empresa: row.empresa,
    cargo: row.cargo,
    faturamento: row.faturamento,
    principais_desafios: row.principais_desafios,
    objetivos_movimento: row.objetivos_movimento,
    cronograma: row.cronograma,
    orcamento_investimento: row.orcamento_investimento,
    experiencia_anterior: row.experiencia_anterior,
    reply_by: replyHours === null ? null : later(happenedAt, replyHours * HOUR_MS),
    ...utmsOf(row),
    origem_timestamp: row.origem_timestamp,
    tempo_jornada_segundos: row.tempo_jornada_segundos,
    paginas_visitadas: row.paginas_visitadas,
    created_at: row.created_at,
    suspect: row.suspect,
  };
  return {
    type: 'application.created',
    subject: `application:${row.id}`,
    happenedAt,
    number: row.number,
    data,
    phoneKey: canonicalPhone(row.whatsapp),
    emailKey: emailKey(row.email),
  };
}

type Moment = Selectable<Tables['sale_moments']>;

export const saleSubject = ({ platform, sale_key }: { platform: string; sale_key: string }) =>
  `sale:${platform}:${sale_key}`;

/**
 * `sale.pending`, `sale.paid`, `sale.refunded` or `sale.chargeback`
 * @param origin of the sale's lead; null: it has none
 */
export function saleEvent(moment: Moment, sale: SaleRow, origin: Utms | null): NewEvent {
  const data: SalePayload = {
    version: PAYLOAD_VERSION,
    ...toSaleRecord(sale),
    chargeback_at: sale.chargeback_at,
    ...(moment.is_late && { late: true as const }),
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
export function erasureEvent(row: Selectable<Tables['erasures']>): NewEvent {
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
