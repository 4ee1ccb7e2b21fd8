import { HOUR_MS } from '@funil/contract/durations';
import { canonicalPhone, emailKey } from '@funil/contract/person';
import type { Utms } from '@funil/contract/utm';
import {
  type ApplicationPayload,
  type DraftPayload,
  PAYLOAD_VERSION,
} from '@funil/contract/webhook-payloads';
import type { Selectable } from 'kysely';
import { sentAt } from '../../sales/sent-at.ts';
import type { Tables } from '../../store/database.ts';
import { originOf, reachOf, utmsOf } from './compose-lead.ts';
import type { News } from './news.ts';

export type StoredDraft = Selectable<Tables['application_drafts']>;
export type StoredApplication = Selectable<Tables['newest_applications']>;

/** A row and where it stands in the order of arrival. */
export type Numbered<Row> = Row & { readonly number: number };

/** Without an application for so long, in ms, a draft counts as abandoned. */
export const ABANDONED_AFTER = HOUR_MS;

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
export function draftNews(
  type: 'application.started' | 'application.abandoned',
  row: Numbered<StoredDraft>,
  origin: Utms | null,
): News {
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
      : later(row.created_at, ABANDONED_AFTER),
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
export function applicationNews(row: Numbered<StoredApplication>, replyHours: number | null): News {
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
