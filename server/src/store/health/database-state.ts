export interface WriteRefusal {
  readonly reason: string;
  readonly isDiskFull: boolean;
}

export interface DatabaseState {
  /** Size on the disk, logs included. */
  readonly bytes: number;
  readonly version: number;
  readonly newest: number;
  /** Why writes fail; null if a durable write succeeded. */
  readonly refusal: WriteRefusal | null;
  readonly damage: string | null;
  /** Milliseconds since 1970. Null for SQLite, which uses this machine's clock. */
  readonly clock: number | null;
}
