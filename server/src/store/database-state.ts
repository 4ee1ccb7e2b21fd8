/** Why rows cannot be written. */
export interface WriteRefusal {
  /** In Portuguese. */
  readonly why: string;
  /** Whether room is missing, and not a right. */
  readonly isFull: boolean;
}

/** The state of a database of any release, read without changing a row. */
export interface DatabaseState {
  /** Size on the disk, logs included. */
  readonly bytes: number;
  /** Its newest migration; 0: none. */
  readonly version: number;
  /** This release's newest migration. */
  readonly newest: number;
  /** What refused a durable write of a realistic size; null: rows can be written. */
  readonly refusal: WriteRefusal | null;
  /** The first damage that was found; null: none. */
  readonly damage: string | null;
  /** Its own clock, in ms since 1970; null: it uses this machine's. */
  readonly clock: number | null;
}
