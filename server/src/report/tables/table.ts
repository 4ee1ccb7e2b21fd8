/** A table as people read it: the first column is text, the others numbers. */
export interface Table {
  title: string;
  columns: string[];
  rows: string[][];
  /** What stands below all rows, however many of them are shown. */
  foot?: string[][];
}
