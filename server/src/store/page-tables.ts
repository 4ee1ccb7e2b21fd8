/** The tables of the page's editor. Timestamps are ISO text in UTC; the migration `page_editor` explains the columns. */
export interface PageTables {
  page_drafts: PageDraftRow;
  page_versions: PageVersionRow;
}

export interface PageDraftRow {
  /** The file's key, such as `hero`. */
  file: string;
  /** JSON: the keys from the file's root to the field. */
  path: string;
  /** JSON; null: the field is missing. */
  base: string | null;
  /** JSON; null: the field is missing. */
  value: string | null;
  changed_by: string;
  changed_at: string;
}

export interface PageVersionRow {
  number: number;
  at: string;
  /** Empty: changed by hand in the files. */
  published_by: string;
  kind: 'start' | 'publish' | 'restore' | 'hand';
  restored: number | null;
  changes: number;
  /** JSON: the YAML text of each file, by key. */
  files: string;
}
