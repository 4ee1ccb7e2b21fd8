/** The tables of the page's editor. Timestamps are ISO text in UTC; `path`, `base`, `value` and `files` are JSON. */
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
  files: string;
}
