import type { AuditAction } from '@funil/contract/audit-labels';
import type { Page } from '@funil/contract/console/page';
import type { AuditItem } from '@funil/contract/console/status';
import type { Database } from '../store/database.ts';
import { toTimestamp } from './tables.ts';

/** One access or change, without values. */
export interface AuditEntry {
  /** Null if the system did it. */
  readonly operator: { readonly id: string; readonly email: string } | null;
  /** `<kind>.<past participle>`: `lead.viewed`, `session.opened`. */
  readonly action: AuditAction;
  /** The affected row, such as `lead` and its id. */
  readonly subject?: { readonly kind: string; readonly key: string } | undefined;
}

/** Writes one line of the audit trail (`funil.audit`). */
export async function recordAudit(
  database: Database,
  { operator, action, subject }: AuditEntry,
  now: number,
): Promise<void> {
  await database
    .insertInto('audit')
    .values({
      at: toTimestamp(now),
      operator_id: operator?.id ?? null,
      operator_email: operator?.email ?? null,
      action,
      subject_kind: subject?.kind ?? null,
      subject: subject?.key ?? null,
    })
    .execute();
}

/** Returns a page of the audit trail, the newest line first. `last`: id of the previous page's last line. */
export async function listAudit(
  database: Database,
  last: number | null,
  limit: number,
): Promise<Page<Omit<AuditItem, 'name'>>> {
  const rows = await database
    .selectFrom('audit')
    .select(['id', 'at', 'operator_email', 'action', 'subject_kind', 'subject'])
    .$if(last !== null, (query) => query.where('id', '<', last ?? 0))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const items = rows.slice(0, limit).map(({ id, at, operator_email, action, ...of }) => ({
    id,
    at,
    who: operator_email,
    what: action,
    subject: of.subject === null ? null : `${of.subject_kind}:${of.subject}`,
  }));
  const next = rows.length > limit ? items.at(-1) : undefined;
  return { items, next: next ? String(next.id) : null };
}
