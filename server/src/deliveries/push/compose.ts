import { capitalize } from '@funil/contract/characters';
import type { PushKind } from '@funil/contract/console/push-kinds';
import { countOf, formatCents } from '@funil/contract/money';
import { readSaleSubject } from '@funil/contract/sales/sale-subject';
import type { OutboxEventType } from '../../store/delivery-tables.ts';
import { type Deliveries, findPersonName, isSuspect, type OutboxEvent } from '../destination.ts';
import { oneLine } from '../mail/visitor-text.ts';

/** A notification as the service worker shows it (console/public/worker.js). */
export interface PushMessage {
  readonly title: string;
  readonly body: string;
  /** The tag, by which a repeated notification replaces the earlier one and shows nothing new. */
  readonly tag: string;
  /** The console's path that a press opens. */
  readonly path: string;
}

/** The words for one and for many, in the order of a bundle, which begins with money. */
const PUSH_WORDS: Readonly<Record<PushKind, readonly [one: string, many: string]>> = {
  sale: ['venda paga', 'vendas pagas'],
  refund: ['reembolso ou contestação', 'reembolsos ou contestações'],
  pending: ['Pix ou boleto emitido', 'Pix ou boletos emitidos'],
  deadline: ['aplicação perto do prazo', 'aplicações perto do prazo'],
  application: ['aplicação nova', 'aplicações novas'],
  lead: ['lead novo', 'leads novos'],
  summary: ['resumo da manhã', 'resumos da manhã'],
};
const PUSH_ORDER = Object.keys(PUSH_WORDS) as readonly PushKind[];

const PUSH_KIND_BY_EVENT: Partial<Record<OutboxEventType, PushKind>> = {
  'lead.created': 'lead',
  'application.created': 'application',
  'application.due': 'deadline',
  'sale.paid': 'sale',
  'sale.pending': 'pending',
  'sale.refunded': 'refund',
  'sale.chargeback': 'refund',
  'summary.ready': 'summary',
};

/** Returns the kind of push that tells of an event; null: none does. */
export const pushKindOf = (type: OutboxEventType): PushKind | null =>
  PUSH_KIND_BY_EVENT[type] ?? null;

const MAX_NAMES_PER_PUSH = 3;
const MAX_NAME_LENGTH = 40;

function listNames(events: readonly OutboxEvent[]): string {
  const names = events
    .map((event) => oneLine(findPersonName(event) ?? '', MAX_NAME_LENGTH))
    .filter((name) => name !== '');
  const unnamedCount = events.length - Math.min(names.length, MAX_NAMES_PER_PUSH);
  const shown = names.slice(0, MAX_NAMES_PER_PUSH).join(', ');
  return unnamedCount > 0 && shown !== '' ? `${shown} e mais ${unnamedCount}` : shown;
}

/** Returns a title such as `Venda paga: R$ 497,00`. */
function titleOf(event: OutboxEvent): string {
  const [one] = PUSH_WORDS[pushKindOf(event.type) ?? 'lead'];
  const title = capitalize(one);
  const cents: unknown = Object(event.data).value_cents;
  return typeof cents === 'number' ? `${title}: ${formatCents(cents)}` : title;
}

/** Returns counts such as `2 vendas pagas, 7 leads novos`. */
const countKinds = (events: readonly OutboxEvent[]): string =>
  PUSH_ORDER.flatMap((kind) => {
    const count = events.filter(({ type }) => pushKindOf(type) === kind).length;
    return count === 0 ? [] : [countOf(count, ...PUSH_WORDS[kind])];
  }).join(', ');

/** Returns the push of a morning's summary, which is in no bundle; null for another event. */
export function composeSummary({ type, data }: OutboxEvent): PushMessage | null {
  if (type !== 'summary.ready') return null;
  const { day, body, path } = Object(data);
  const tag = `summary-${day}`;
  return { title: 'Resumo da manhã', body: String(body), tag, path: String(path) };
}

/**
 * Returns one push about all deliveries whose contact or sale the operator may see; null if there are none.
 * @param paths the console's paths of these contacts and sales, by subject
 * @param showsNames whether the push may name people, even on a locked screen
 */
export function composePush(
  deliveries: Deliveries,
  paths: ReadonlyMap<string, string>,
  showsNames: boolean,
): PushMessage | null {
  const events = deliveries
    .map(({ event }) => event)
    .filter((event) => paths.has(event.subject) && !isSuspect(event));
  const [firstEvent] = events;
  if (!firstEvent) return null;
  // The tag names the whole batch, so that a repetition after a crash has the same one, even if the operator's role has
  // changed.
  const tag = deliveries[0].id;
  const names = showsNames ? listNames(events) : '';
  if (events.length > 1) {
    return { title: countKinds(events), body: names || 'Toque para ver em Hoje.', tag, path: '/' };
  }
  const path = paths.get(firstEvent.subject) ?? '/';
  const isSale = readSaleSubject(firstEvent.subject) !== null;
  const prompt = isSale ? 'Toque para ver a venda.' : 'Toque para chamar no WhatsApp.';
  return { title: titleOf(firstEvent), body: names || prompt, tag, path };
}
