import type { SiteFacts } from '@funil/contract/site-facts';
import type { Utms } from '@funil/contract/utm';
import type { WebhookEvent } from '@funil/contract/webhook-events';
import { type LeadPayload, PAYLOADS, type SalePayload } from '@funil/contract/webhook-payloads';
import type { SiteFactsResult } from '../site/site-facts.ts';
import type { Database } from '../store/database.ts';
import type { StoredVisitContext } from '../visits/visit-contexts.ts';
import { findVisit, firstReportedAt } from './conversion-history.ts';
import { type Destination, failed, type OutboxEvent, type Outcome } from './destination.ts';

/** The person of a lead or a sale. */
export interface Customer {
  readonly name: string | null;
  readonly email: string | null;
  /** Digits with the country's; null: it cannot be dialled. */
  readonly phone: string | null;
}

interface ConversionBase {
  readonly type: WebhookEvent;
  /** When it happened, in ms since 1970. */
  readonly at: number;
  readonly customer: Customer;
}

/** A lead or an application was stored; `lead_ref` is the name that its visit is kept under. */
export interface LeadFact
  extends ConversionBase,
    Pick<LeadPayload, 'lead_ref' | 'created_at' | 'suspect' | keyof Utms> {
  readonly kind: 'lead';
}

/** A sale was paid, refunded or charged back. */
export interface SaleFact
  extends ConversionBase,
    Pick<SalePayload, 'lead_ref' | 'transaction' | 'value_cents' | 'currency' | 'product'> {
  readonly kind: 'sale';
}

export type Fact = LeadFact | SaleFact;

/** Returns the conversion of an event; null if its person was erased, or if events of its type are no conversions. */
export function readFact({ type, data, happenedAt }: OutboxEvent): Fact | null {
  const at = Date.parse(happenedAt);
  switch (type) {
    case 'lead.created': {
      const lead = PAYLOADS[type].safeParse(data).data;
      if (!lead) return null;
      const customer = { name: lead.nome, email: null, phone: lead.phone_digits };
      return { ...lead, type, kind: 'lead', at, customer };
    }
    case 'application.created': {
      const application = PAYLOADS[type].safeParse(data).data;
      if (!application) return null;
      const { nome: name, email, phone_digits: phone } = application;
      return { ...application, type, kind: 'lead', at, customer: { name, email, phone } };
    }
    case 'sale.paid':
    case 'sale.refunded':
    case 'sale.chargeback': {
      const sale = PAYLOADS[type].safeParse(data).data;
      if (!sale) return null;
      const { buyer_name: name, buyer_email: email, phone_digits: phone } = sale;
      return { ...sale, type, kind: 'sale', at, customer: { name, email, phone } };
    }
    default:
      return null;
  }
}

/** Why an event is not to be sent, as the list of deliveries shows it. */
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

const unneeded = (reason: Reason): Outcome => ({
  result: 'unneeded',
  reason,
  status: null,
  answer: '',
});

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

/** A conversion on its way, with what is known of it now. */
export interface Conversion {
  readonly fact: Fact;
  /** What events of the same lead, application or sale have in common. */
  readonly subject: string;
  /** Null: nothing is kept of it. */
  readonly visit: StoredVisitContext | null;
  /** When a replayed delivery was first accepted, in ms since 1970; null if never. */
  readonly reportedAt: number | null;
  /** In ms since 1970. */
  readonly now: number;
}

/** What differs between Meta and Google. */
export interface Platform {
  readonly name: 'meta' | 'ga4';
  readonly subscribesTo: (type: WebhookEvent) => boolean;
  /** Returns the page's id of this platform; null: it has none. */
  findId(tracking: SiteFacts['tracking']): string | null;
  /** Returns why a conversion is not to be sent; null: it is. */
  findObstacle(conversion: Conversion): Reason | null | Promise<Reason | null>;
  send(
    conversion: Conversion & { readonly id: string; readonly url: string },
    signal: AbortSignal,
  ): Promise<Outcome>;
}

/** Returns the destination that reports conversions to a platform. */
export function createConversionDestination(
  { database, readSite, now }: Omit<ConversionParts<unknown>, 'config' | 'ownsPurchase'>,
  platform: Platform,
): Destination {
  return {
    name: platform.name,
    subscribesTo: platform.subscribesTo,
    concurrency: 16,
    batch: 1,
    rest: 0,
    // The destination worker reports and retries database errors.
    async send([{ id: delivery, event, tries }], signal) {
      const fact = readFact(event);
      if (fact === null) return unneeded('forgotten');
      const site = readSite();
      if (!site.ok) return failed('site.json não pode ser lido.');
      const id = platform.findId(site.facts.tracking);
      if (id === null) return unneeded('no-id');
      const found = await findVisit(fact, { database, now, tries, signal });
      if (found.state === 'awaited') return failed('O evento da visita ainda não chegou.');
      const visit = found.state === 'known' ? found.visit : null;
      const reportedAt = await firstReportedAt(database, delivery);
      const { subject } = event;
      const conversion = { fact, subject, visit, reportedAt, now: now() };
      const reason = await platform.findObstacle(conversion);
      if (reason !== null) return unneeded(reason);
      return platform.send({ ...conversion, id, url: site.facts.url }, signal);
    },
  };
}
