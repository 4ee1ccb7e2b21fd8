import { type SqlBool, sql } from 'kysely';

const RUNNING = sql`coalesce((select id from ${sql.table('ad_spend_imports')} where state = 'running'), 0)`;

/**
 * The SQL condition for rows of `ad_spend` that count: rows of a running import do not count yet, and the rows that it replaces
 * still do. Every query of spend needs it.
 */
export const isVisible = sql<SqlBool>`(added_by <> ${RUNNING} and (ended_by is null or ended_by = ${RUNNING}))`;
