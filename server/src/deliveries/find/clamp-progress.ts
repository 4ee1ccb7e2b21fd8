import { sql } from 'kysely';
import type { Database } from '../../store/database.ts';
import { newestNumbers } from '../../store/row-numbers.ts';

/**
 * Lowers how far rows were looked through, and after which of them destinations begin, to the rows there are: a copy of SQLite's file that was made row
 * by row may number them anew. PostgreSQL's numbers are columns, and stay.
 */
export async function clampProgress(database: Database): Promise<void> {
  if (database.dialect !== 'sqlite') return;
  await sql`
    update delivery_progress set last_number = reached.newest
    from (
      select 'leads' as source, coalesce((select max(id) from leads), 0) as newest
      union all select 'applications', coalesce((select max(rowid) from applications), 0)
      union all select 'drafts', coalesce((select max(rowid) from application_drafts), 0)
      union all select 'abandoned', coalesce((select max(rowid) from application_drafts), 0)
    ) as reached
    where reached.source = delivery_progress.source and last_number > reached.newest`.execute(
    database,
  );
  const newest = newestNumbers('sqlite');
  await sql`
    update destinations set leads_after = min(leads_after, ${sql.raw(newest.leads_after)}),
      applications_after = min(applications_after, ${sql.raw(newest.applications_after)}),
      drafts_after = min(drafts_after, ${sql.raw(newest.drafts_after)})`.execute(database);
}
