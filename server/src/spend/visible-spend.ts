import { type SqlBool, sql } from 'kysely';

const RUNNING = sql`coalesce((select id from ${sql.table('ad_spend_imports')}), 0)`;

/**
 * The condition on rows of `ad_spend` that count: not those of a running import, but still those that it replaces. Every query of
 * spend has it.
 */
export const isVisible = sql<SqlBool>`(added_by <> ${RUNNING} and (ended_by is null or ended_by = ${RUNNING}))`;
