import { sql } from 'kysely';
import type { Database } from '../../store/database.ts';
import { funilTable } from '../../store/funil-tables.ts';

/** How many leads, about, are in no list yet. */
export async function countUnlisted(database: Database): Promise<number> {
  const { rows } = await sql<{ newest: number; listed: number }>`
    select coalesce((select max(id) from leads), 0) as newest,
      coalesce((select max(lead_id) from ${funilTable(database.dialect, 'subjects')}
        where lead_id is not null), 0) as listed`.execute(database);
  return Math.max(0, Number(rows[0]?.newest ?? 0) - Number(rows[0]?.listed ?? 0));
}
