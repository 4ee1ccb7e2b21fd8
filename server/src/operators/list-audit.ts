import type { Page } from '@funil/contract/console/page';
import type { AuditItem } from '@funil/contract/console/status';
import type { Database } from '../store/database.ts';
import { operatorTables } from './tables.ts';

/** A page of the audit trail, the newest first. `last`: number of the last line of the page before. */
export async function listAudit(
  database: Database,
  last: number | null,
  limit: number,
): Promise<Page<AuditItem>> {
  const rows = await operatorTables(database)
    .selectFrom('audit')
    .select(['id', 'at', 'operator_email', 'action', 'subject_kind', 'subject'])
    .$if(last !== null, (query) => query.where('id', '<', last ?? 0))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const items = rows.slice(0, limit).map(({ id, at, operator_email, action, ...of }) => ({
    ...{ id, at, who: operator_email, what: action },
    subject: of.subject === null ? null : `${of.subject_kind}:${of.subject}`,
  }));
  const next = rows.length > limit ? items.at(-1) : undefined;
  return { items, next: next ? String(next.id) : null };
}
