import { randomUUID } from 'node:crypto';
import type { WebhookEvent } from '@funil/contract/deliveries/webhook-events';
import { WEBHOOK_EXAMPLES } from '@funil/contract/deliveries/webhook-examples';
import {
  type LeadPayload,
  PAYLOAD_SCHEMAS,
  type SalePayload,
} from '@funil/contract/deliveries/webhook-payloads';
import type { SiteInfo } from '@funil/contract/site/site-info';
import type { Utms } from '@funil/contract/utm';
import { sql } from 'kysely';
import { askApi, readRetryAfter } from '../http/ask-api.ts';
import type { SiteInfoResult } from '../site/site-info.ts';
import type { Database } from '../store/database.ts';
import type { StoredVisitContext } from '../visits/visit-contexts.ts';
import { findVisit, firstReportedAt, wasReported } from './conversion-history.ts';
import {
  type AttemptOutcome,
  type Destination,
  failed,
  type OutboxEvent,
  skipped,
} from './destination.ts';

/** The person of a lead or a sale. */
export interface Customer {
  readonly name: string | null;
  readonly email: string | null;
  /** Digits with the country code; null if the number cannot be dialed. */
  readonly phone: string | null;
}

interface ConversionBase {
  readonly type: WebhookEvent;
  /** Time of the conversion, in ms since 1970. */
  readonly at: number;
  readonly customer: Customer;
}

/** A stored lead or application. */
export interface LeadConversion
  extends ConversionBase,
    Pick<LeadPayload, 'lead_ref' | 'created_at' | 'suspect' | keyof Utms> {
  readonly kind: 'lead';
}

/** A sale that was paid, refunded or charged back. */
export interface SaleConversion
  extends ConversionBase,
    Pick<SalePayload, 'lead_ref' | 'transaction' | 'value_cents' | 'currency' | 'product'> {
  readonly kind: 'sale';
}

export type Conversion = LeadConversion | SaleConversion;

/** Returns the conversion of an event; null if its data is unreadable or its type is no conversion. */
function readConversion({ type, data, happenedAt }: OutboxEvent): Conversion | null {
  const at = Date.parse(happenedAt);
  switch (type) {
    case 'lead.created':
    case 'application.created': {
      const lead = PAYLOAD_SCHEMAS[type].safeParse(data).data;
      if (!lead) return null;
      const customer = { name: lead.nome, email: lead.email ?? null, phone: lead.phone_digits };
      return { ...lead, type, kind: 'lead', at, customer };
    }
    case 'sale.paid':
    case 'sale.refunded':
    case 'sale.chargeback': {
      const sale = PAYLOAD_SCHEMAS[type].safeParse(data).data;
      if (!sale) return null;
      const { buyer_name: name, buyer_email: email, phone_digits: phone } = sale;
      return { ...sale, type, kind: 'sale', at, customer: { name, email, phone } };
    }
    default:
      return null;
  }
}

/**
 * Returns a conversion with the lead's present robot mark, because an operator or a job may have judged the lead anew
 * since the event.
 */
async function withCurrentMark(database: Database, conversion: Conversion): Promise<Conversion> {
  if (conversion.kind !== 'lead' || conversion.lead_ref === null) return conversion;
  const { lead_ref } = conversion;
  const [table, key] =
    conversion.type === 'lead.created'
      ? (['leads', 'idempotency_key'] as const)
      : (['newest_applications', 'id'] as const);
  const { rows } = await sql<Pick<LeadPayload, 'suspect'>>`
    select suspect from ${sql.table(table)} where ${sql.ref(key)} = ${lead_ref}`.execute(database);
  return { ...conversion, ...rows[0] };
}

/** The reason why an event is not sent, as the list of deliveries stores it. */
export type SkipReason =
  /** The event's data does not fit the contract. */
  | 'unreadable'
  /** Marked as a robot; sent once an operator removes the mark. */
  | 'suspect'
  /** Older than the receiver accepts or deduplicates. */
  | 'too-old'
  /** Tracking was refused or blocked, the sale has no lead, or the visit was erased. */
  | 'no-visit'
  | 'no-user-agent'
  | 'no-value'
  | 'no-transaction'
  /** The page has no id of this receiver. */
  | 'no-id'
  | 'sent-by-browser'
  /** Reported earlier; the receiver would count it again. */
  | 'sent-before'
  /** The visitor sent both forms, and the other form's conversion is already reported. */
  | 'sent-by-other-form'
  /** The purchase of this refund was never reported. */
  | 'never-sent';

const skip: (reason: SkipReason) => AttemptOutcome = skipped;

interface ConversionDependencies {
  readonly database: Database;
  /** Reads the information about the published page. */
  readonly readSite: () => SiteInfoResult;
  /** In ms since 1970. */
  readonly now: () => number;
}

/** A conversion with the stored data about it. */
export interface ConversionContext {
  readonly conversion: Conversion;
  /** The visit's context; null if unknown. */
  readonly visit: StoredVisitContext | null;
  /** When the receiver first accepted this delivery, in ms since 1970; null unless the delivery is replayed. */
  readonly reportedAt: number | null;
  /** Returns whether an event of these types was ever accepted for the same lead, application or sale. */
  readonly isReported: (...types: WebhookEvent[]) => Promise<boolean>;
  /** In ms since 1970. */
  readonly now: number;
}

/** Meta or Google, as a receiver of conversions. */
export interface ConversionReceiver {
  readonly name: 'meta' | 'ga4';
  readonly subscribesTo: (type: WebhookEvent) => boolean;
  /** Returns the page's id at the receiver; null if the page has none. */
  findId(tracking: SiteInfo['tracking']): string | null;
  /** Returns why a conversion is not sent; null if it is. */
  findSkipReason(context: ConversionContext): SkipReason | null | Promise<SkipReason | null>;
  /** Returns the request that reports a conversion. */
  compose(context: ConversionContext & { readonly id: string; readonly url: string }): {
    readonly address: string;
    readonly body: unknown;
  };
  judge(response: ReceiverResponse): AttemptOutcome;
}

/** Returns the destination that reports conversions to a receiver. */
export function createConversionDestination(
  { database, readSite, now }: ConversionDependencies,
  receiver: ConversionReceiver,
): Destination {
  return {
    name: receiver.name,
    subscribesTo: receiver.subscribesTo,
    concurrency: 16,
    batch: 1,
    restMs: 0,
    async send([{ id: deliveryId, event, attempts }], signal) {
      const eventConversion = readConversion(event);
      if (eventConversion === null) return skip('unreadable');
      const site = readSite();
      if (!site.ok) return failed('site.json não pode ser lido.');
      const id = receiver.findId(site.info.tracking);
      if (id === null) return skip('no-id');
      const visit = await findVisit(eventConversion, { database, now, attempts, signal });
      if (visit === 'pending') return failed('O evento da visita ainda não chegou.');
      // The mark is read after the wait for the visit, during which an operator may have changed it.
      const conversion = await withCurrentMark(database, eventConversion);
      const reportedAt = await firstReportedAt(database, deliveryId);
      const isReported = (...types: WebhookEvent[]) =>
        wasReported(database, { destination: receiver.name, subject: event.subject, types });
      const context = { conversion, visit, reportedAt, isReported, now: now() };
      const reason = await receiver.findSkipReason(context);
      if (reason !== null) return skip(reason);
      const { address, body } = receiver.compose({ ...context, id, url: site.info.url });
      const posted = await postJson(address, body, { timeoutMs: 8_000, signal });
      return posted.ok ? receiver.judge(posted.response) : failed(`Sem resposta (${posted.code}).`);
    },
  };
}

const TEST_VISIT: StoredVisitContext = {
  consent: 'granted',
  client_id: '1234567890.1234567890',
  gtag: false,
  fbq: false,
  other_form: false,
  address: null,
  userAgent: 'Funil doctor',
};

/**
 * Reports an invented lead to a receiver in its test mode, which counts nothing.
 * @param page the page's id at the receiver, and the page's address
 * @returns the outcome; without a response, `response` is Node's error code
 */
export async function sendTestEvent(
  receiver: ConversionReceiver,
  page: { readonly id: string; readonly url: string },
  now: number,
): Promise<AttemptOutcome> {
  const customer = { name: 'Teste Funil', email: 'teste@funil.invalid', phone: '5511900000000' };
  const conversion: LeadConversion = {
    ...WEBHOOK_EXAMPLES['lead.created'].data,
    type: 'lead.created',
    kind: 'lead',
    lead_ref: randomUUID(),
    at: now,
    customer,
  };
  const isReported = async () => false;
  const context = { conversion, visit: TEST_VISIT, reportedAt: null, isReported, now };
  const { address, body } = receiver.compose({ ...context, ...page });
  const posted = await postJson(address, body, { timeoutMs: 5_000 });
  return posted.ok ? receiver.judge(posted.response) : failed(posted.code);
}

export interface ReceiverResponse {
  readonly status: number;
  /** The beginning of the body. */
  readonly text: string;
  /** Delay that the receiver asks for; null if it asks for none. */
  readonly retryAfterMs: number | null;
}

type PostResult =
  | { readonly ok: true; readonly response: ReceiverResponse }
  /** No response arrived; `code` is Node's error code. */
  | { readonly ok: false; readonly code: string };

const MAX_RESPONSE_BYTES = 1_000_000;
/** Characters kept of a response. */
const MAX_RESPONSE_LENGTH = 4_000;

/** Posts JSON once. @param limits `signal` aborts the request */
async function postJson(
  address: string,
  body: unknown,
  limits: { readonly timeoutMs: number; readonly signal?: AbortSignal },
): Promise<PostResult> {
  const answer = await askApi(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    maxBytes: MAX_RESPONSE_BYTES,
    ...limits,
  });
  if (!answer.ok) return answer;
  const text = answer.body.toString().slice(0, MAX_RESPONSE_LENGTH);
  const retryAfterMs = readRetryAfter(answer.headers.get('retry-after'), Date.now());
  return { ok: true, response: { status: answer.status, text, retryAfterMs } };
}
