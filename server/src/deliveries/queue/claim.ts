import { sql } from 'kysely';
import type { Database } from '../../store/database.ts';
import { funilTable, inFunil } from '../../store/funil-tables.ts';
import { inChunks } from '../../store/in-chunks.ts';
import type { Delivery } from '../destination.ts';
import { shorten } from './shorten.ts';

export interface Claim {
  readonly destination: string;
  /** Most deliveries. */
  readonly most: number;
  /**
   * Most of what they say together, in bytes, though one of any size; null: what is told of many at once is
   * shortened instead.
   */
  readonly bytes: number | null;
  /** In ms. */
  readonly now: number;
  /** How long nobody else takes them, in ms. */
  readonly lease: number;
}

/** A delivery that was taken, and how much it says, in bytes. */
export interface Taken extends Delivery {
  readonly bytes: number;
}

/** Rows read at once of what is told together: each may be as long as a form allows. */
const PORTION = 50;

interface Claimed {
  readonly id: string;
  readonly announcement: number;
  readonly tries: number;
}

/**
 * Takes deliveries that are due, the longest due first; of one subject only the first that is not ended.
 * Replicas pass over what another is taking.
 */
export async function claimDue(database: Database, claim: Claim): Promise<Taken[]> {
  const { dialect } = database;
  const deliveries = funilTable(dialect, 'deliveries');
  const announcements = funilTable(dialect, 'announcements');
  const bytes = claim.bytes ?? Number.MAX_SAFE_INTEGER;
  const now = new Date(claim.now).toISOString();
  const until = new Date(claim.now + claim.lease).toISOString();
  await database.giveWay();
  const passOver = dialect === 'postgres' ? sql`for update skip locked` : sql``;
  // `min` rather than `not exists`, and no join: with few statistics PostgreSQL would join all that waits.
  const { rows } = await sql<Claimed>`
    with due as materialized (
      select id, announcement, due_at from ${deliveries} as due
      where destination = ${claim.destination} and state = 'waiting' and due_at <= ${now}
        and (leased_until is null or leased_until <= ${now})
        and announcement = (
          select min(first.announcement) from ${deliveries} as first
          where first.destination = due.destination and first.subject = due.subject
            and first.state = 'waiting'
        )
      order by due_at, announcement limit ${claim.most} ${passOver}
    ), weighed as materialized (
      select id, due_at, announcement, (
        select octet_length(data) from ${announcements} where number = due.announcement
      ) as bytes from due
    ), summed as (
      select id, bytes, sum(bytes) over (order by due_at, announcement) as sum from weighed
    )
    update ${deliveries} set leased_until = ${until}
    where id in (select id from summed where sum - bytes < ${bytes})
    returning id, announcement, tries`.execute(database);
  const inOrder = rows.toSorted((a, b) => a.announcement - b.announcement);
  if (claim.bytes !== null || rows.length === 1) return readAnnouncements(database, inOrder);
  const taken: Taken[] = [];
  for (const portion of inChunks(inOrder, PORTION)) {
    for (const one of await readAnnouncements(database, portion)) {
      const { announcement } = one;
      taken.push({ ...one, announcement: { ...announcement, data: shorten(announcement.data) } });
    }
  }
  return taken;
}

async function readAnnouncements(
  database: Database,
  claimed: readonly Claimed[],
): Promise<Taken[]> {
  if (claimed.length === 0) return [];
  const rows = await inFunil(database, database.dialect)
    .selectFrom('announcements')
    .select(['number', 'type', 'subject', 'happened_at', 'data'])
    .where(
      'number',
      'in',
      claimed.map(({ announcement }) => announcement),
    )
    .execute();
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  return claimed.flatMap(({ id, announcement, tries }) => {
    const row = byNumber.get(announcement);
    // Its person was forgotten this moment, and it was canceled.
    if (!row || row.data === '') return [];
    const { number, type, subject, happened_at, data } = row;
    const told = { number, type, subject, happenedAt: happened_at, data: JSON.parse(data) };
    return [{ id, tries, announcement: told, bytes: Buffer.byteLength(data) }];
  });
}

/** Whether anything may be due at a destination: a look that takes nothing and holds up nobody. */
export async function isDue(
  database: Database,
  destination: string,
  now: number,
): Promise<boolean> {
  const next = await inFunil(database, database.dialect)
    .selectFrom('deliveries')
    .select('due_at')
    .where('destination', '=', destination)
    .where('state', '=', 'waiting')
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
  return next !== undefined && Date.parse(next.due_at) <= now;
}

/** Gives back what was taken and not tried. */
export async function release(database: Database, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await database.giveWay();
  await inFunil(database, database.dialect)
    .updateTable('deliveries')
    .set({ leased_until: null })
    .where('id', 'in', ids)
    .where('state', '=', 'waiting')
    .execute();
}
