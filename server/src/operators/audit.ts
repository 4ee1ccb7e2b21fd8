import type { ListPage } from '@funil/contract/list-page';
import type { AuditItem } from '@funil/contract/operators/audit';
import type { AuditAction } from '@funil/contract/operators/audit-labels';
import type { Database, Queryable } from '../store/database.ts';
import { toIdPage } from '../store/queries/read-pages.ts';

/** A line of the audit trail, which never contains values that were read or changed. */
export interface AuditEntry {
  /** Null if the system acted without an operator. */
  readonly operator: { readonly id: string; readonly email: string } | null;
  /** For example `lead.viewed`. */
  readonly action: AuditAction;
  readonly subject?: { readonly kind: string; readonly key: string } | undefined;
}

/** Views of the same data by an operator within this time are one line, because an open view reads again and again. */
const REPEATED_VIEW_MS = 600_000;
const MAX_SEARCHED_LINES = 500;

async function isRepeatedView(
  database: Queryable,
  { operator, action, subject }: AuditEntry,
  now: number,
) {
  const isRead = action.endsWith('.viewed') || action.endsWith('.listed');
  if (!isRead || operator === null) return false;
  const { kind = null, key = null } = subject ?? {};
  const newestLines = database
    .selectFrom('audit')
    .select(['at', 'operator_id', 'action', 'subject_kind', 'subject'])
    .orderBy('id', 'desc')
    .limit(MAX_SEARCHED_LINES);
  const recentLine = await database
    .selectFrom(newestLines.as('newest'))
    .select('action')
    .where('at', '>', new Date(now - REPEATED_VIEW_MS).toISOString())
    .where('operator_id', '=', operator.id)
    .where('action', '=', action)
    .$if(kind !== null, (query) =>
      query.where('subject_kind', '=', kind).where('subject', '=', key),
    )
    .limit(1)
    .executeTakeFirst();
  return recentLine !== undefined;
}

export async function recordAudit(database: Queryable, entry: AuditEntry, now: number) {
  if (!(await isRepeatedView(database, entry, now))) await addAuditLine(database, entry, now);
}

export async function addAuditLine(
  database: Queryable,
  { operator, action, subject }: AuditEntry,
  now: number,
): Promise<number> {
  const { id } = await database
    .insertInto('audit')
    .values({
      at: new Date(now).toISOString(),
      operator_id: operator?.id ?? null,
      operator_email: operator?.email ?? null,
      action,
      subject_kind: subject?.kind ?? null,
      subject: subject?.key ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function listAudit(
  database: Database,
  last: number | null,
  limit: number,
): Promise<ListPage<Omit<AuditItem, 'name'>>> {
  const rows = await database
    .selectFrom('audit')
    .select(['id', 'at', 'operator_email', 'action', 'subject_kind', 'subject'])
    .$if(last !== null, (query) => query.where('id', '<', last))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const items = rows.map(({ id, at, operator_email, action, subject_kind, subject }) => ({
    id,
    at,
    who: operator_email,
    what: action,
    subject: subject === null ? null : `${subject_kind}:${subject}`,
  }));
  return toIdPage(items, limit);
}
