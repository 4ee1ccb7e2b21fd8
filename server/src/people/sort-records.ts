import type { Utms } from '@funil/contract/capture/utm';
import { compareTexts } from '@funil/contract/characters';
import type { DeliveryState } from '@funil/contract/deliveries/deliveries';
import type { SaleState } from '@funil/contract/sales/sale-record';

/** An entry of a timeline before it is worded. Times are ISO texts in UTC. */
export type TimelineRecord = { readonly at: string } & (
  | { readonly kind: 'arrival'; readonly origin: Utms }
  | { readonly kind: 'section'; readonly section: string; readonly ms: number }
  | { readonly kind: 'click'; readonly label: string; readonly section: string | null }
  | {
      readonly kind: 'form';
      readonly form: string;
      readonly action: 'started' | 'left' | 'completed';
      readonly field: string | null;
    }
  | { readonly kind: 'lead' | 'draft' | 'application' }
  | {
      readonly kind: 'sale';
      readonly state: SaleState;
      /** After a partial refund, the sale is still paid. */
      readonly isPartialRefund: boolean;
      readonly product: string | null;
      readonly cents: number | null;
      readonly platform: string;
    }
  | {
      readonly kind: 'state' | 'note' | 'message' | 'owner' | 'follow_up';
      readonly by: string;
      /** The new state, owner or date, the template's name, or `removed` for an erased note; empty without any. */
      readonly detail: string;
    }
  | {
      readonly kind: 'delivery';
      readonly type: string;
      readonly destination: string;
      readonly state: DeliveryState;
    }
);

/** Records of the same time stand in the order in which they can happen. */
const RECORD_ORDER: readonly string[] = [
  ...['arrival', 'section', 'click', 'form', 'lead', 'draft', 'application'],
  ...['abandoned', 'pending', 'canceled', 'paid', 'refunded', 'chargeback'],
  ...['state', 'owner', 'follow_up', 'note', 'message', 'delivery'],
];
const FIRST_SALE_STATE = RECORD_ORDER.indexOf('abandoned');

const rankOf = (record: TimelineRecord): number =>
  RECORD_ORDER.indexOf(record.kind === 'sale' ? record.state : record.kind);

const minuteOf = (at: string): string => at.slice(0, 'YYYY-MM-DDTHH:MM'.length);

/** Whether the record's time is a whole minute, as some platforms report it. */
const lacksSeconds = (record: TimelineRecord): boolean =>
  record.kind === 'sale' && record.at.endsWith(':00.000Z');

/** Sorts the oldest record first. A sale without seconds comes after its visitor's actions in the same minute. */
export function sortRecords(records: readonly TimelineRecord[]): TimelineRecord[] {
  const lastByMinute = new Map<string, string>();
  for (const record of records) {
    const minute = minuteOf(record.at);
    const isByVisitor = rankOf(record) < FIRST_SALE_STATE;
    if (isByVisitor && record.at > (lastByMinute.get(minute) ?? ''))
      lastByMinute.set(minute, record.at);
  }
  const timeOf = (record: TimelineRecord) =>
    (lacksSeconds(record) && lastByMinute.get(minuteOf(record.at))) || record.at;
  return records.toSorted((a, b) => compareTexts(timeOf(a), timeOf(b)) || rankOf(a) - rankOf(b));
}

/** The kind of row that a completed form stores, beside its event. */
const ROW_KIND_OF_FORM: Readonly<Record<string, TimelineRecord['kind']>> = {
  lead: 'lead',
  aplicacao: 'application',
};

/**
 * Returns the records without a completed form if the timeline has its lead or application, and without repeated clicks
 * of one button. Views of one section that follow each other become one.
 */
export function withoutRepeats(sorted: readonly TimelineRecord[]): TimelineRecord[] {
  const kinds = new Set(sorted.map(({ kind }) => kind));
  const joinedRecords: TimelineRecord[] = [];
  for (const record of sorted) {
    const rowKind =
      record.kind === 'form' && record.action === 'completed' && ROW_KIND_OF_FORM[record.form];
    if (rowKind && kinds.has(rowKind)) continue;
    const previous = joinedRecords.at(-1);
    if (record.kind === 'click' && previous?.kind === 'click' && record.label === previous.label)
      continue;
    if (
      record.kind === 'section' &&
      previous?.kind === 'section' &&
      record.section === previous.section
    )
      joinedRecords[joinedRecords.length - 1] = { ...previous, ms: previous.ms + record.ms };
    else joinedRecords.push(record);
  }
  return joinedRecords;
}
