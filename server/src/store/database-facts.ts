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

/** What a destination of deliveries comes to, as far as the queue tells. Moments are ISO times in UTC. */
export interface LaneFacts {
  /** `webhook:<id>`, `mail`, `mail:leads`, `meta` or `ga4`. */
  readonly name: string;
  /** An endpoint's address; null: it is none. */
  readonly url: string | null;
  /** Why it was switched off; null: it is on. */
  readonly offReason: string | null;
  readonly waiting: number;
  /** Since when the oldest that was tried in vain waits; null: none was. */
  readonly failingSince: string | null;
  /** What that one's last try came to: a status or a word. */
  readonly failure: string | null;
  /** Given up. */
  readonly dead: number;
}

export interface LaneRow {
  name: string;
  url: string | null;
  off_reason: string | null;
  waiting: number;
  failing_since: string | Date | null;
  failure: string | null;
  dead: number;
}

/** @param schema where the tables lie: `funil.`, or nothing */
export const lanesQuery = (schema: '' | 'funil.'): string => `
  select name, url, off_reason,
    cast((select count(*) from ${schema}deliveries
      where destination = name and state = 'waiting') as integer) as waiting,
    (select created_at from ${schema}deliveries
      where destination = name and state = 'waiting' and tries > 0
      order by announcement limit 1) as failing_since,
    (select outcome from ${schema}deliveries
      where destination = name and state = 'waiting' and tries > 0
      order by announcement limit 1) as failure,
    cast((select count(*) from ${schema}deliveries
      where destination = name and state = 'dead') as integer) as dead
  from ${schema}destinations
  left join ${schema}endpoints on name = 'webhook:' || cast(endpoints.id as text)
  where off_reason is null or off_reason <> 'removed'
  order by since, name`;

export const toLane = (row: LaneRow): LaneFacts => ({
  name: row.name,
  url: row.url,
  offReason: row.off_reason,
  waiting: Number(row.waiting),
  failingSince: row.failing_since === null ? null : new Date(row.failing_since).toISOString(),
  failure: row.failure,
  dead: Number(row.dead),
});

/** How many may sign in to the console. */
export interface OperatorFacts {
  readonly count: number;
  /** Of those, without a second factor yet: they see no data. */
  readonly withoutFactor: number;
}

/** @param schema where the tables lie: `funil.`, or nothing */
export const operatorsQuery = (schema: '' | 'funil.'): string => `
  select cast(count(*) as integer) as count,
    cast(count(*) filter (where not exists (
      select 1 from ${schema}operator_factors
      where operator_id = operators.id and factor_type = 'totp' and status = 'verified'
    )) as integer) as without_factor
  from ${schema}operators`;

export const toOperatorFacts = (
  row: { count?: unknown; without_factor?: unknown } | undefined,
): OperatorFacts => ({
  count: Number(row?.count),
  withoutFactor: Number(row?.without_factor),
});
