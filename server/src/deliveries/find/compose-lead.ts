import { internationalDigits, whatsappLink } from '@funil/contract/international-phone';
import { canonicalPhone } from '@funil/contract/person';
import { UTM_FIELDS, type Utms } from '@funil/contract/utm';
import { type LeadPayload, PAYLOAD_VERSION } from '@funil/contract/webhook-payloads';
import type { Selectable } from 'kysely';
import { sentAt } from '../../sales/sent-at.ts';
import type { Tables } from '../../store/database.ts';
import type { News } from './news.ts';

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

/** Where somebody came from, as far as it is known. */
export const originOf = (origin: Utms | null): Utms | typeof UNKNOWN => origin ?? UNKNOWN;

/** `lead.created`. A lead without a key is known by its row and time: numbers are given again. */
export function leadNews(row: StoredLead): News {
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
