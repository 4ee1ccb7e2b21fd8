import { compareTexts } from '@funil/contract/characters';
import type { SaleSource } from '@funil/contract/sales/sale';
import type { Notice, NoticeKind } from './notice.ts';

/** A platform's notice, or the report of an API or a file. Without a source, it is a notice. */
export type SourcedNotice = Notice & { readonly source?: SaleSource };

const MOST_RELIABLE_FIRST: readonly NoticeKind[] = [
  'paid',
  'refunded',
  'partial_refund',
  'chargeback',
  'pending',
  'canceled',
  'abandoned',
  'other',
];

const BEST_SOURCE_FIRST: readonly SaleSource[] = ['notice', 'api', 'import'];

export const sourceOf = ({ source = 'notice' }: SourcedNotice): SaleSource => source;
const sourceRank = (notice: SourcedNotice) => BEST_SOURCE_FIRST.indexOf(sourceOf(notice));

/** An abandoned cart says nothing reliable about a later charge. */
const isCharge = ({ kind }: Notice) => kind !== 'abandoned' && kind !== 'other';

/**
 * Sorts equally reliable notices newest first, then by content, so that their arrival does not matter. Rows of the API
 * or an import have no such order: the one stored last comes first.
 */
export const sortByReliability = (notices: readonly SourcedNotice[]): SourcedNotice[] =>
  notices
    .toReversed()
    .toSorted(
      (a, b) =>
        Number(isCharge(b)) - Number(isCharge(a)) ||
        sourceRank(a) - sourceRank(b) ||
        MOST_RELIABLE_FIRST.indexOf(a.kind) - MOST_RELIABLE_FIRST.indexOf(b.kind) ||
        compareTexts(b.writtenAt, a.writtenAt) ||
        (sourceOf(a) === 'notice' ? compareTexts(JSON.stringify(a), JSON.stringify(b)) : 0),
    );

/** @param notices sorted by {@link sortByReliability} */
export const keepBestSource = (notices: readonly SourcedNotice[]) =>
  notices.filter((notice) => sourceOf(notice) === sourceOf(notices[0] ?? notice));

export const noticesOfKind = (notices: readonly SourcedNotice[], kind: NoticeKind) =>
  keepBestSource(notices.filter((notice) => notice.kind === kind));

export const earliestTime = (times: readonly string[]): string | null =>
  times.toSorted()[0] ?? null;
export const latestTime = (times: readonly string[]): string | null =>
  times.toSorted().at(-1) ?? null;
export const lastWrittenAt = (notices: readonly SourcedNotice[]) =>
  latestTime(notices.map(({ writtenAt }) => writtenAt));
