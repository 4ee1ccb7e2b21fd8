import type { TestEnd } from '@funil/contract/console/page-test';

/**
 * The tables of the page's editor. Timestamps are ISO text in UTC; `path`, `base`, `value`, `ended_test` and `files`
 * are JSON.
 */
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

/** The JSON of `ended_test`: the test of the previous version that ended when this version was published. */
export interface EndedTest extends Pick<TestEnd, 'texts' | 'kept'> {
  readonly name: string;
}
