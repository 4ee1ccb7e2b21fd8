/** A reason why rows cannot be written. */
export interface WriteRefusal {
  /** A sentence in Portuguese. */
  readonly reason: string;
  readonly isDiskFull: boolean;
}

/** The state of a database of any release, read without changing a row. */
export interface DatabaseState {
  /** Size on the disk, logs included. */
  readonly bytes: number;
  /** The database's newest migration; 0: none. */
  readonly version: number;
  /** This release's newest migration. */
  readonly newest: number;
  /** The reason why writes fail; null: a durable write succeeded. */
  readonly refusal: WriteRefusal | null;
  /** The first damage that was found; null: none. */
  readonly damage: string | null;
  /** The database server's clock, in ms since 1970; null: SQLite, which uses this machine's. */
  readonly clock: number | null;
}
