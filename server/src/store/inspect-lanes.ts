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
