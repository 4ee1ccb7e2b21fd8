import type { TestEnd } from '@funil/contract/page/page-test';

/** Timestamps are ISO text in UTC; `path`, `base`, `value`, `ended_test` and `files` are JSON. */
export interface PageTables {
  page_drafts: PageDraftRow;
  page_versions: PageVersionRow;
}

export interface PageDraftRow {
  file: string;
  path: string;
  base: string | null;
  value: string | null;
  changed_by: string;
  changed_at: string;
}

export interface PageVersionRow {
  number: number;
  at: string;
  published_by: string;
  kind: 'start' | 'publish' | 'restore' | 'hand';
  restored: number | null;
  changes: number;
  ended_test: string | null;
  files: string;
}

/** JSON of `ended_test`: the test that ended when this version replaced the previous one. */
export interface EndedTest extends Pick<TestEnd, 'texts' | 'kept'> {
  readonly name: string;
}
