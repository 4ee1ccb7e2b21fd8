import { createHash } from 'node:crypto';
import { fillUtms, type Utms } from '@funil/contract/capture/utm';
import { internationalDigits, whatsappLink } from '@funil/contract/contacts/international-phone';
import { canonicalPhone, emailKey } from '@funil/contract/contacts/person';
import { readAnswers } from '@funil/contract/contacts/questions/answers';
import type { Answers } from '@funil/contract/contacts/questions/question';
import type { WebhookEvent } from '@funil/contract/deliveries/webhook-events';
import { PAYLOAD_VERSION, type WebhookPayload } from '@funil/contract/deliveries/webhook-payloads';
import { HOUR_MS } from '@funil/contract/durations';
import { publicMatchedBy } from '@funil/contract/sales/sale-record';
import { toSaleSubject } from '@funil/contract/sales/sale-subject';
import type { Selectable } from 'kysely';
import { ABANDONED_AFTER_MS } from '../../contacts/abandoned.ts';
import { ANSWER_COLUMNS } from '../../contacts/applications.ts';
import { applicationKey, leadEventSubject } from '../../contacts/contact-ref.ts';
import {
  isOptionalLeadField,
  OPTIONAL_LEAD_FIELDS,
  type StoredLead,
} from '../../contacts/leads.ts';
import { describeAnswers, type KnownQuestions } from '../../contacts/questions.ts';
import { toSaleRecord } from '../../sales/sale-items.ts';
import { readSentAt } from '../../sales/sent-at.ts';
import type { Tables } from '../../store/database.ts';
import type { PushEvent, SaleMilestone } from '../../store/delivery-tables.ts';
import type { SaleRow } from '../../store/sales-tables.ts';

/** An outbox event before it is stored. */
export interface NewEvent {
  readonly type: WebhookEvent | PushEvent;
  /** An event subject (docs/glossary.md), or a push's `summary:<day>:<operator>`. */
  readonly subject: string;
  /** ISO time in UTC. */
  readonly happenedAt: string;
  /** The number of the change that the event follows from. */
  readonly number: number;
  readonly data: WebhookPayload | Readonly<Record<string, unknown>>;
  /** Whether the event became known too late to be news. */
  readonly isLate?: boolean;
  /** An erasure finds the event by its phone and e-mail key; null: unknown. */
  readonly phoneKey: string | null;
  readonly emailKey: string | null;
}

type Change<Row> = Row & { readonly number: number };

type ChangedLead = Change<StoredLead>;
export type ChangedDraft = Change<Omit<Selectable<Tables['application_drafts']>, 'signals'>>;
type ChangedApplication = Change<Omit<Selectable<Tables['newest_applications']>, 'signals'>>;
export type ReachedMilestone = Change<
  SaleRow &
    Pick<Selectable<Tables['sale_milestones']>, 'happened_at' | 'is_late'> & {
      readonly milestone: SaleMilestone;
    }
>;

const phoneFields = (phone: string) => ({
  phone_digits: internationalDigits(phone),
  wa_me: whatsappLink(phone),
});

const UNKNOWN_ORIGIN = fillUtms(null);

const addMsToIsoTime = (time: string, ms: number) => new Date(Date.parse(time) + ms).toISOString();

const pickFilled = <Field extends string>(
  row: Readonly<Record<Field, string | null>>,
  fields: readonly Field[],
) =>
  Object.fromEntries(
    fields.filter((field) => row[field]).map((field) => [field, row[field]]),
  ) as Partial<Record<Field, string>>;

const toAnswerRecords = (questions: KnownQuestions, answers: Answers) =>
  describeAnswers(questions, answers).map(({ key, question, text }) => ({
    chave: key,
    pergunta: question,
    resposta: text,
  }));

export function composeLeadEvent(row: ChangedLead, questions: KnownQuestions): NewEvent {
  const { number, id, idempotency_key: key, respostas, botoes_clicados: _, ...lead } = row;
  const optionalFields = pickFilled(lead, OPTIONAL_LEAD_FIELDS);
  const requiredFields = Object.fromEntries(
    Object.entries(lead).filter(([field]) => !isOptionalLeadField(field)),
  ) as Omit<typeof lead, keyof typeof optionalFields>;
  const { email = '', ...columns } = optionalFields;
  const answers = readAnswers(respostas);
  const perguntas = toAnswerRecords(questions, { ...columns, ...answers });
  return {
    type: 'lead.created',
    subject: leadEventSubject(key, id, lead.created_at),
    happenedAt: readSentAt(key, lead.created_at),
    number,
    data: {
      version: PAYLOAD_VERSION,
      lead_ref: key,
      ...requiredFields,
      ...optionalFields,
      ...phoneFields(lead.telefone),
      ...(perguntas.length > 0 && { respostas: answers, perguntas }),
    },
    phoneKey: canonicalPhone(lead.telefone),
    emailKey: email ? emailKey(email) : null,
  };
}

export const composeDraftEvent = (
  type: 'application.started' | 'application.abandoned',
  { number, id, save_id, ...draft }: ChangedDraft,
  origin: Utms | undefined,
): NewEvent => ({
  ...applicantKeysOf(id, draft),
  type,
  happenedAt:
    type === 'application.started'
      ? readSentAt(save_id, draft.created_at)
      : addMsToIsoTime(draft.created_at, ABANDONED_AFTER_MS),
  number,
  data: {
    version: PAYLOAD_VERSION,
    lead_ref: id,
    ...draft,
    ...phoneFields(draft.whatsapp),
    ...(origin ?? UNKNOWN_ORIGIN),
  },
});

interface PageQuestions {
  /** Null: the page promises no reply. */
  readonly replyHours: number | null;
  readonly questions: KnownQuestions;
}

export function composeApplicationEvent(
  { number, id, save_id, respostas, ...application }: ChangedApplication,
  { replyHours, questions }: PageQuestions,
): NewEvent {
  const answers = readAnswers(respostas);
  const columns = pickFilled(application, ANSWER_COLUMNS);
  const happenedAt = readSentAt(save_id, application.created_at);
  return {
    ...applicantKeysOf(id, application),
    type: 'application.created',
    happenedAt,
    number,
    data: {
      version: PAYLOAD_VERSION,
      lead_ref: id,
      ...application,
      ...phoneFields(application.whatsapp),
      respostas: answers,
      perguntas: toAnswerRecords(questions, { ...columns, ...answers }),
      reply_by: replyHours === null ? null : addMsToIsoTime(happenedAt, replyHours * HOUR_MS),
    },
  };
}

const applicantKeysOf = (
  id: string,
  { whatsapp, email }: Pick<ChangedDraft, 'whatsapp' | 'email'>,
) => ({
  subject: applicationKey(id),
  phoneKey: canonicalPhone(whatsapp),
  emailKey: emailKey(email),
});

/** @param origin of the sale's lead; undefined without a lead */
export const composeSaleEvent = (row: ReachedMilestone, origin: Utms | undefined): NewEvent => ({
  type: `sale.${row.milestone}`,
  subject: toSaleSubject(row),
  happenedAt: row.happened_at,
  number: row.number,
  data: {
    version: PAYLOAD_VERSION,
    ...toSaleRecord(row),
    matched_by: publicMatchedBy(row.matched_by),
    chargeback_at: row.chargeback_at,
    ...(row.is_late && { late: true as const }),
    ...phoneFields(row.buyer_phone ?? ''),
    ...(origin ?? UNKNOWN_ORIGIN),
  },
  isLate: Boolean(row.is_late),
  phoneKey: row.buyer_phone === null ? null : canonicalPhone(row.buyer_phone),
  emailKey: row.buyer_email === null ? null : emailKey(row.buyer_email),
});

export const hashPersonKey = (key: string | null): string | null =>
  key === null ? null : createHash('sha256').update(key).digest('hex');

export interface ErasedPerson {
  readonly phone_key_sha256: string | null;
  readonly email_key_sha256: string | null;
  readonly created_at: string;
}

export const composeErasureEvent = (
  number: number,
  { created_at, ...hashes }: ErasedPerson,
): NewEvent => ({
  type: 'person.erased',
  subject: `person:${number}:${created_at}`,
  happenedAt: created_at,
  number,
  data: { version: PAYLOAD_VERSION, ...hashes },
  phoneKey: null,
  emailKey: null,
});
