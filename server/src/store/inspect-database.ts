import type { StoreConfig } from '../config/config.ts';
import type { LaneFacts } from './inspect-lanes.ts';
import type { OperatorFacts } from './inspect-operators.ts';

/** What a platform's notices come to, as far as the ledger tells. */
export interface NoticeFacts {
  readonly platform: string;
  /** When the last one came: ISO time, UTC. */
  readonly lastAt: string;
  /** Kept, and not understood. */
  readonly notUnderstood: number;
  /** When the oldest came that is not read yet; null: all are. */
  readonly waitingSince: string | null;
}

/** Why rows cannot be written. */
export interface WriteRefusal {
  /** In Portuguese. */
  readonly why: string;
  /** There is no room, rather than no right. */
  readonly isFull: boolean;
}

/** A database as it is found, without changing it. */
export interface DatabaseFacts {
  /** On the disk, all that belongs to it. */
  readonly bytes: number;
  /** Newest migration it has seen; 0: none. */
  readonly version: number;
  /** This release's newest. */
  readonly newest: number;
  /** What a durable write of a realistic size was refused by; null: rows can be written. */
  readonly refusal: WriteRefusal | null;
  /** The first damage that was found; null: none. */
  readonly damage: string | null;
  /** Its clock now, in ms since 1970, when it has one of its own; null: this machine's. */
  readonly clock: number | null;
  /** When the newest lead was stored: ISO time, UTC; null: none, or a database of another release. */
  readonly newestLeadAt: string | null;
  /** Null for a database of another release. */
  readonly notices: readonly NoticeFacts[] | null;
  /** Where deliveries go; null for a database of another release. */
  readonly lanes: readonly LaneFacts[] | null;
  /** Null for a database of another release. */
  readonly operators: OperatorFacts | null;
}

/**
 * Looks at the configured database, and changes no row. That it can be written is found out by writing.
 * @throws NoDatabaseError, or the database's own error
 */
export async function inspectDatabase(config: StoreConfig): Promise<DatabaseFacts> {
  if (config.databaseUrl === null) {
    const { inspectSqlite } = await import('./sqlite/inspect.ts');
    return inspectSqlite(config.dataDir);
  }
  const { inspectPostgres } = await import('./postgres/inspect.ts');
  return inspectPostgres(config.databaseUrl);
}
