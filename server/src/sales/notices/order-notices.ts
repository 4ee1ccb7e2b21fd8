import { compareTexts } from '@funil/contract/characters';
import type { SaleSource } from '@funil/contract/sales/sale-record';
import type { Notice, NoticeKind } from './notice.ts';

/** A platform's notice, or the report of an API or a file. Without a source, it is a notice. */
export type SourcedNotice = Notice & { readonly source?: SaleSource };

const KINDS_BY_RELIABILITY: readonly NoticeKind[] = [
  'paid',
  'refunded',
  'partial_refund',
  'chargeback',
  'pending',
  'canceled',
  'abandoned',
  'other',
];

const SOURCES_BY_RELIABILITY: readonly SaleSource[] = ['notice', 'api', 'import'];

export const sourceOf = ({ source = 'notice' }: SourcedNotice): SaleSource => source;
const sourceRank = (notice: SourcedNotice) => SOURCES_BY_RELIABILITY.indexOf(sourceOf(notice));

/** Whether the notice is about a charge. An abandoned cart is not, and says nothing reliable about a later charge. */
const isCharge = ({ kind }: Notice) => kind !== 'abandoned' && kind !== 'other';

/**
 * Sorts the most reliable notice first. Equally reliable notices come newest first, then by content, so that the order
 * of their arrival does not matter. Of reports of an API or a file, the one stored last comes first.
 */
export const sortByReliability = (notices: readonly SourcedNotice[]): SourcedNotice[] =>
  notices
    .toReversed()
    .toSorted(
      (a, b) =>
        Number(isCharge(b)) - Number(isCharge(a)) ||
        sourceRank(a) - sourceRank(b) ||
        KINDS_BY_RELIABILITY.indexOf(a.kind) - KINDS_BY_RELIABILITY.indexOf(b.kind) ||
        compareTexts(b.writtenAt, a.writtenAt) ||
        (sourceOf(a) === 'notice' ? compareContents(a, b) : 0),
    );

/** A platform may write one notice for each item of a purchase; the dearest item is the main one. */
const compareContents = (a: Notice, b: Notice): number =>
  (b.valueCents ?? 0) - (a.valueCents ?? 0) || compareTexts(JSON.stringify(a), JSON.stringify(b));

/** @param notices sorted by {@link sortByReliability} */
export const keepBestSource = (notices: readonly SourcedNotice[]) =>
  notices.filter((notice) => sourceOf(notice) === sourceOf(notices[0] ?? notice));

export const noticesOfKind = (notices: readonly SourcedNotice[], kind: NoticeKind) =>
  keepBestSource(notices.filter((notice) => notice.kind === kind));

export const earliestTime = (times: readonly string[]): string | null =>
  times.toSorted()[0] ?? null;
export const latestTime = (times: readonly string[]): string | null =>
  times.toSorted().at(-1) ?? null;

/**
 * Returns the latest of the times that `timeOf` reads; null without notices. A notice that is sent again under its id
 * keeps its first time, because nothing happened since.
 */
function lastTimeOf(
  notices: readonly SourcedNotice[],
  timeOf: (notice: SourcedNotice) => string,
): string | null {
  const repeatsById = Map.groupBy(notices, (notice) => notice.noticeId ?? timeOf(notice));
  return latestTime(
    [...repeatsById.values()].flatMap((group) => earliestTime(group.map(timeOf)) ?? []),
  );
}

export const lastWrittenAt = (notices: readonly SourcedNotice[]): string | null =>
  lastTimeOf(notices, ({ writtenAt }) => writtenAt);

/**
 * Returns when the last of the payments or returns of money happened. The panel may send an old notice again under
 * a new id and time of writing, so its event's time counts. Of an API's or a file's report, the time of writing counts.
 */
export const lastMoneyTime = (notices: readonly SourcedNotice[]): string | null =>
  lastTimeOf(notices, (notice) =>
    sourceOf(notice) === 'notice' ? notice.occurredAt : notice.writtenAt,
  );
