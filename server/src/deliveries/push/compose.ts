import { capitalize } from '@funil/contract/characters';
import type { PushKind } from '@funil/contract/console/push-kinds';
import { formatQuantity } from '@funil/contract/counts';
import { formatCents } from '@funil/contract/money';
import { parseSaleSubject } from '@funil/contract/sales/sale-subject';
import type { PushDevice } from '../../operators/push-devices.ts';
import type { OutboxEventType } from '../../store/delivery-tables.ts';
import { type DeliveryBatch, findPersonName, isSuspect, type OutboxEvent } from '../destination.ts';
import { toOneLine } from '../mail/visitor-text.ts';

/** A notification as console/public/worker.js shows it. */
export interface PushMessage {
  readonly title: string;
  readonly body: string;
  /** A notification silently replaces an earlier one with the same tag. */
  readonly tag: string;
  readonly path: string;
}

/** Singular and plural of each kind, in the order in which a push counts them: money comes first. */
const PUSH_KIND_LABELS: Readonly<Record<PushKind, readonly [one: string, many: string]>> = {
  sale: ['venda paga', 'vendas pagas'],
  refund: ['reembolso ou contestação', 'reembolsos ou contestações'],
  pending: ['Pix ou boleto emitido', 'Pix ou boletos emitidos'],
  deadline: ['aplicação perto do prazo', 'aplicações perto do prazo'],
  application: ['aplicação nova', 'aplicações novas'],
  lead: ['lead novo', 'leads novos'],
  summary: ['resumo da manhã', 'resumos da manhã'],
};

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

const pushKindOf = (type: OutboxEventType): PushKind | null => PUSH_KIND_BY_EVENT[type] ?? null;

export const wantsEvent = ({ kinds }: Pick<PushDevice, 'kinds'>, type: OutboxEventType): boolean =>
  kinds.some((kind) => kind === pushKindOf(type));

const MAX_NAMES_PER_PUSH = 3;
const MAX_NAME_LENGTH = 40;

function listNames(events: readonly OutboxEvent[]): string {
  const names = events
    .map((event) => toOneLine(findPersonName(event) ?? '', MAX_NAME_LENGTH))
    .filter((name) => name !== '');
  const unlistedCount = events.length - Math.min(names.length, MAX_NAMES_PER_PUSH);
  const nameList = names.slice(0, MAX_NAMES_PER_PUSH).join(', ');
  return unlistedCount > 0 && nameList !== '' ? `${nameList} e mais ${unlistedCount}` : nameList;
}

function titleOf(event: OutboxEvent): string {
  const [singular] = PUSH_KIND_LABELS[pushKindOf(event.type) ?? 'lead'];
  const title = capitalize(singular);
  const cents: unknown = Object(event.data).value_cents;
  return typeof cents === 'number' ? `${title}: ${formatCents(cents)}` : title;
}

const describeKindCounts = (events: readonly OutboxEvent[]): string =>
  Object.entries(PUSH_KIND_LABELS)
    .flatMap(([kind, labels]) => {
      const count = events.filter(({ type }) => pushKindOf(type) === kind).length;
      return count === 0 ? [] : [formatQuantity(count, ...labels)];
    })
    .join(', ');

export function composeSummary({ type, data }: OutboxEvent): PushMessage | null {
  if (type !== 'summary.ready') return null;
  const { day, body, path } = Object(data);
  const tag = `summary-${day}`;
  return { title: 'Resumo da manhã', body: String(body), tag, path: String(path) };
}

/**
 * Returns null if the operator may see none of the events.
 * @param pathsBySubject of contacts and sales that the operator may see, by event subject
 */
export function composePush(
  deliveries: DeliveryBatch,
  pathsBySubject: ReadonlyMap<string, string>,
  showsNames: boolean,
): PushMessage | null {
  const events = deliveries
    .map(({ event }) => event)
    .filter((event) => pathsBySubject.has(event.subject) && !isSuspect(event));
  const [firstEvent] = events;
  if (!firstEvent) return null;
  // The tag comes from the unfiltered batch, so that a retry has the same tag even if the operator's role has changed.
  const tag = deliveries[0].id;
  const names = showsNames ? listNames(events) : '';
  if (events.length > 1) {
    return {
      title: describeKindCounts(events),
      body: names || 'Toque para ver em Hoje.',
      tag,
      path: '/',
    };
  }
  const path = pathsBySubject.get(firstEvent.subject) ?? '/';
  const isSale = parseSaleSubject(firstEvent.subject) !== null;
  const prompt = isSale ? 'Toque para ver a venda.' : 'Toque para chamar no WhatsApp.';
  return { title: titleOf(firstEvent), body: names || prompt, tag, path };
}
