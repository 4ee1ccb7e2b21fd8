import { type SqlBool, sql } from 'kysely';

const RUNNING = sql`coalesce((select id from ${sql.table('imports')} where state in ('running', 'undoing')), 0)`;

/**
 * The SQL condition for rows of `ad_spend` that count: rows of an import that runs or is being undone do not count, and the rows that
 * it replaces do. Every query of spend needs it.
 */
export const isVisible = sql<SqlBool>`(added_by <> ${RUNNING} and (ended_by is null or ended_by = ${RUNNING}))`;
