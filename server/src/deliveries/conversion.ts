import type { WebhookEvent } from '@funil/contract/webhook-events';
import { applicationPayload, leadPayload, salePayload } from '@funil/contract/webhook-payloads';
import type { SiteFactsResult } from '../site/site-facts.ts';
import type { Database } from '../store/database.ts';
import type { OutboxEvent, Outcome } from './destination.ts';

/** What the destinations of both platforms need. */
export interface ConversionParts<PlatformConfig> {
  readonly config: PlatformConfig;
  /** Whether this server reports purchases, too. */
  readonly ownsPurchase: boolean;
  readonly database: Database;
  /** What the build said of the page, now. */
  readonly readSite: () => SiteFactsResult;
  /** In ms since 1970. */
  readonly now: () => number;
}

/** Longest wait for a platform's answer. */
export const PLATFORM_TIMEOUT_MS = 8_000;

/** The person of a lead or a sale. */
export interface Customer {
  readonly name: string | null;
  readonly email: string | null;
  /** Digits with the country's; null: it cannot be dialled. */
  readonly phone: string | null;
}

interface ConversionBase {
  /** The lead's idempotency key or the application's id: the name that its visit is kept under. */
  readonly leadRef: string | null;
  /** When it happened, in ms since 1970. */
  readonly at: number;
  readonly customer: Customer;
}

/** A lead or an application was stored. */
export interface LeadFact extends ConversionBase {
  readonly kind: 'lead';
  /** When the row was stored, in ms since 1970. */
  readonly storedAt: number;
  readonly suspect: string | null;
  readonly utms: Readonly<Record<string, string>>;
}

/** A sale was paid, refunded or charged back. */
export interface SaleFact extends ConversionBase {
  readonly kind: 'sale';
  readonly transaction: string;
  readonly valueCents: number | null;
  readonly currency: string;
  readonly product: string | null;
}

export type Fact = LeadFact | SaleFact;

const LEADS: readonly WebhookEvent[] = ['lead.created', 'application.created'];

/** Returns the conversion of an event; null if its person was erased. */
export function readFact({ type, data, happenedAt }: OutboxEvent): Fact | null {
  const at = Date.parse(happenedAt);
  if (!LEADS.includes(type)) return readSale(data, at);
  return type === 'lead.created' ? readLead(data, at) : readApplication(data, at);
}

function readLead(data: unknown, at: number): LeadFact | null {
  const lead = leadPayload.safeParse(data).data;
  if (!lead) return null;
  const customer = { name: lead.nome, email: null, phone: lead.phone_digits };
  return { ...leadBase(lead, at), customer };
}

function readApplication(data: unknown, at: number): LeadFact | null {
  const application = applicationPayload.safeParse(data).data;
  if (!application) return null;
  const { nome, email, phone_digits } = application;
  return { ...leadBase(application, at), customer: { name: nome, email, phone: phone_digits } };
}

interface Arrived {
  lead_ref: string | null;
  created_at: string;
  suspect: string | null;
  utm_source: string;
  utm_medium: string;
  utm_campaign: string;
  utm_content: string;
  utm_term: string;
}

function leadBase(row: Arrived, at: number) {
  const { utm_source, utm_medium, utm_campaign, utm_content, utm_term } = row;
  return {
    kind: 'lead' as const,
    leadRef: row.lead_ref,
    at,
    storedAt: Date.parse(row.created_at),
    suspect: row.suspect,
    utms: { utm_source, utm_medium, utm_campaign, utm_content, utm_term },
  };
}

function readSale(data: unknown, at: number): SaleFact | null {
  const sale = salePayload.safeParse(data).data;
  if (!sale) return null;
  const customer = { name: sale.buyer_name, email: sale.buyer_email, phone: sale.phone_digits };
  return {
    kind: 'sale',
    leadRef: sale.lead_ref,
    at,
    customer,
    transaction: sale.transaction,
    valueCents: sale.value_cents,
    currency: sale.currency,
    product: sale.product,
  };
}

/** Why something is not to be sent, as the list of deliveries shows it. */
export type Reason =
  /** Its person was forgotten. */
  | 'forgotten'
  /** The trap that only robots fill was filled. */
  | 'suspect'
  /** Older than the platform takes, or than it would know a repeat. */
  | 'too-old'
  /** Nothing is kept of its visit: refused, blocked, without a lead, or erased. */
  | 'no-visit'
  | 'no-user-agent'
  | 'no-value'
  | 'no-transaction'
  /** The page has no id of this platform. */
  | 'no-id'
  /** The browser told it. */
  | 'told-by-browser'
  /** It was told before, and told again it would count again. */
  | 'told-before'
  /** The platform heard of this visitor by the other form. */
  | 'told-by-other-form'
  /** What it would take back was never told. */
  | 'never-told';

export const unneeded = (reason: Reason): Outcome => ({
  result: 'unneeded',
  reason,
  status: null,
  answer: '',
});

export const failed = (answer: string): Outcome => ({
  result: 'failed',
  status: null,
  answer,
});
