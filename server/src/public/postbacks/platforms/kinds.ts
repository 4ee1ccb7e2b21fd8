import type { NoticeKind } from '../../../records/notice.ts';

export type Kinds = Readonly<Record<string, NoticeKind>>;

/** The kind that a platform's word stands for; null for a word not in the list, `constructor` included. */
export const kindIn = (kinds: Kinds, word: string | null): NoticeKind | null =>
  word !== null && Object.hasOwn(kinds, word) ? (kinds[word] ?? null) : null;
