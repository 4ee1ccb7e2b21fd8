import { randomUUID } from 'node:crypto';
import type { Utms } from '@funil/contract/capture/utm';
import type { SkipReason } from '@funil/contract/deliveries/deliveries';
import type { WebhookEvent } from '@funil/contract/deliveries/webhook-events';
import { WEBHOOK_EXAMPLES } from '@funil/contract/deliveries/webhook-examples';
import {
  type LeadPayload,
  PAYLOAD_SCHEMAS,
  type SalePayload,
} from '@funil/contract/deliveries/webhook-payloads';
import type { SiteInfo } from '@funil/contract/site/site-info';
import { sql } from 'kysely';
import { askApi, readRetryAfter } from '../http/ask-api.ts';
import type { SiteInfoResult } from '../site/site-info.ts';
import type { Database } from '../store/database.ts';
import type { StoredVisitContext } from '../visits/visit-contexts.ts';
import { findVisit, firstReportedAt, wasReported } from './conversion-history.ts';
import {
  type AttemptOutcome,
  type Destination,
  failedAttempt,
  type OutboxEvent,
  skippedAttempt,
} from './destination.ts';

export interface Customer {
  readonly name: string | null;
  readonly email: string | null;
  /** Digits with the country code; null if they are no valid number. */
  readonly phone: string | null;
}

interface ConversionBase {
  readonly type: WebhookEvent;
  readonly at: number;
  readonly customer: Customer;
}

export interface LeadConversion
  extends ConversionBase,
    Pick<LeadPayload, 'lead_ref' | 'created_at' | 'suspect' | keyof Utms> {
  readonly kind: 'lead';
}

export interface SaleConversion
  extends ConversionBase,
    Pick<SalePayload, 'lead_ref' | 'transaction' | 'value_cents' | 'currency' | 'product'> {
  readonly kind: 'sale';
}

export type Conversion = LeadConversion | SaleConversion;

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

async function withPresentSuspicion(
  database: Database,
  conversion: Conversion,
): Promise<Conversion> {
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

const skipConversion: (reason: SkipReason) => AttemptOutcome = skippedAttempt;

interface ConversionDependencies {
  readonly database: Database;
  readonly readSite: () => SiteInfoResult;
  readonly now: () => number;
}

export interface ConversionContext {
  readonly conversion: Conversion;
  readonly visit: StoredVisitContext | null;
  /** When the receiver first accepted this delivery, in ms since 1970; null if it has not accepted it yet. */
  readonly reportedAt: number | null;
  /** Whether the receiver ever accepted such an event of the same lead, application or sale. */
  readonly isReported: (...types: WebhookEvent[]) => Promise<boolean>;
  readonly now: number;
}

/** Meta or Google Analytics: what is sent to it, and how its responses are judged. */
export interface ConversionReceiver {
  readonly name: 'meta' | 'ga4';
  readonly subscribesTo: (type: WebhookEvent) => boolean;
  /** Returns the id of the pixel or the property; null if the page has none. */
  findId(tracking: SiteInfo['tracking']): string | null;
  findSkipReason(context: ConversionContext): SkipReason | null | Promise<SkipReason | null>;
  compose(context: ConversionContext & { readonly id: string; readonly url: string }): {
    readonly address: string;
    readonly body: unknown;
  };
  judge(response: ReceiverResponse): AttemptOutcome;
}

export function createConversionDestination(
  { database, readSite, now }: ConversionDependencies,
  receiver: ConversionReceiver,
): Destination {
  return {
    name: receiver.name,
    subscribesTo: receiver.subscribesTo,
    concurrency: 16,
    maxBatchSize: 1,
    restMs: 0,
    async send([{ id: deliveryId, event, attempts }], signal) {
      const eventConversion = readConversion(event);
      if (eventConversion === null) return skipConversion('unreadable');
      const site = readSite();
      if (!site.ok) return failedAttempt('site.json não pode ser lido.');
      const id = receiver.findId(site.info.tracking);
      if (id === null) return skipConversion('no-id');
      const visit = await findVisit(eventConversion, { database, now, attempts, signal });
      if (visit === 'pending') return failedAttempt('O evento da visita ainda não chegou.');
      // While findVisit waited, for seconds perhaps, an operator may have cleared the suspicion.
      const conversion = await withPresentSuspicion(database, eventConversion);
      const reportedAt = await firstReportedAt(database, deliveryId);
      const isReported = (...types: WebhookEvent[]) =>
        wasReported(database, { destination: receiver.name, subject: event.subject, types });
      const context = { conversion, visit, reportedAt, isReported, now: now() };
      const reason = await receiver.findSkipReason(context);
      if (reason !== null) return skipConversion(reason);
      const { address, body } = receiver.compose({ ...context, id, url: site.info.url });
      const postResult = await postJson(address, body, { timeoutMs: 8_000, signal });
      if (postResult.ok) return receiver.judge(postResult.response);
      const { status, code } = postResult;
      // Google counts a lead again that is sent again, so a success counts without its body.
      const isAccepted = status !== null && status >= 200 && status < 300;
      return isAccepted
        ? receiver.judge({ status, text: code, retryAfterMs: null })
        : failedAttempt(`Sem resposta (${code}).`);
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
 * Reports an invented lead in the receiver's test mode, which counts nothing. In the result, `response` is Node's error
 * code if no response arrived.
 * @param page the page's id at the receiver, and the page's address
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
  const postResult = await postJson(address, body, { timeoutMs: 5_000 });
  return postResult.ok ? receiver.judge(postResult.response) : failedAttempt(postResult.code);
}

export interface ReceiverResponse {
  readonly status: number;
  readonly text: string;
  readonly retryAfterMs: number | null;
}

type PostedConversion =
  | { readonly ok: true; readonly response: ReceiverResponse }
  | { readonly ok: false; readonly code: string; readonly status: number | null };

const MAX_RESPONSE_BYTES = 1_000_000;
const MAX_RESPONSE_TEXT_LENGTH = 4_000;

async function postJson(
  address: string,
  body: unknown,
  limits: { readonly timeoutMs: number; readonly signal?: AbortSignal },
): Promise<PostedConversion> {
  const answer = await askApi(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    maxBytes: MAX_RESPONSE_BYTES,
    ...limits,
  });
  if (!answer.ok) return answer;
  const text = hideSecrets(answer.body.toString(), address).slice(0, MAX_RESPONSE_TEXT_LENGTH);
  const retryAfterMs = readRetryAfter(answer.headers.get('retry-after'), Date.now());
  return { ok: true, response: { status: answer.status, text, retryAfterMs } };
}

/** Meta's error of a malformed token repeats the token, and a proxy's error page may repeat the whole address. */
function hideSecrets(text: string, address: string): string {
  const parameters = new URL(address).searchParams;
  const secrets = ['access_token', 'api_secret'].flatMap((name) => parameters.get(name) ?? []);
  return secrets
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    .reduce((hidden, secret) => hidden.replaceAll(secret, '…'), text);
}
