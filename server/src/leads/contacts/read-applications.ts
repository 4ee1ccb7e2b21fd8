import { type Kysely, type SqlBool, sql } from 'kysely';
import type { DialectName, Tables } from '../../store/database.ts';
import { funilTable, inFunil } from '../../store/funil-tables.ts';
import { readDraftOrigins } from './draft-origins.ts';
import { selectLateOrigins, UNKNOWN_ORIGIN } from './late-origins.ts';
import { type ChangedLine, type Line, readWords } from './lines.ts';
import type { SubjectOrigin } from './origins.ts';

interface Found {
  readonly added: readonly Line[];
  readonly changed: readonly ChangedLine[];
  readonly isMore: boolean;
}

/** Applications and drafts stored since a moment whose newest row, or origin, is not in the lists yet. */
export async function readNewApplications(
  step: Kysely<Tables>,
  dialect: DialectName,
  { since, most }: { since: string; most: number },
): Promise<Found> {
  const recent = [
    ...(await findRecent(step, dialect, 'applications', since, most)),
    ...(await findRecent(step, dialect, 'application_drafts', since, most)),
  ];
  const late = await sql<{ id: string }>`
    ${selectLateOrigins(dialect, Date.now())} limit ${most}`.execute(step);
  const ids = [...new Set([...recent, ...late.rows].map(({ id }) => id))];
  if (ids.length === 0) return { added: [], changed: [], isMore: false };
  const lines = await readLines(step, ids);
  const listed = await inFunil(step, dialect)
    .selectFrom('subjects')
    .select(['number', 'application_id', 'words'])
    .where('application_id', 'in', ids)
    .execute();
  const byId = new Map(listed.map((row) => [row.application_id, row]));
  const changed: ChangedLine[] = [];
  const added: Line[] = [];
  for (const [id, line] of lines) {
    const known = byId.get(id);
    if (known) changed.push({ ...line, number: known.number, oldWords: readWords(known.words) });
    else added.push(line);
  }
  return { added, changed, isMore: recent.length >= most };
}

/** Rows that are newer than what the lists know of their application. */
function findRecent(
  step: Kysely<Tables>,
  dialect: DialectName,
  table: 'applications' | 'application_drafts',
  since: string,
  most: number,
) {
  const created = sql`${sql.table(table)}.created_at`;
  // PostgreSQL knows microseconds, and what was read of it and written back does not.
  const savedAt = dialect === 'postgres' ? sql`date_trunc('milliseconds', ${created})` : created;
  const isListed = sql<SqlBool>`exists (
    select 1 from ${funilTable(dialect, 'subjects')} as listed
    where listed.application_id = ${sql.table(table)}.id
      and listed.saved_at >= ${savedAt}
      ${table === 'applications' ? sql`and listed.stage = 'sent'` : sql``})`;
  return step
    .selectFrom(table)
    .select(['id', 'created_at'])
    .where('created_at', '>=', since)
    .where(sql<SqlBool>`not ${isListed}`)
    .orderBy('created_at')
    .limit(most)
    .execute();
}

/** Each application as its newest row tells it: the sent one, else the draft. */
async function readLines(step: Kysely<Tables>, ids: readonly string[]): Promise<Map<string, Line>> {
  const contact = ['id', 'created_at', 'nome', 'email', 'whatsapp', 'suspect'] as const;
  const drafts = await step
    .selectFrom('application_drafts')
    .select(contact)
    .where('id', 'in', ids)
    .orderBy('created_at')
    .execute();
  const sent = await step
    .selectFrom('applications')
    .select(contact)
    .select(['utm_source', 'utm_medium', 'utm_campaign', 'utm_content'])
    .where('id', 'in', ids)
    .orderBy('created_at')
    .execute();
  const origins = await readDraftOrigins(step, ids);
  const lines = new Map<string, Line>();
  const add = (row: (typeof drafts)[number], origin: SubjectOrigin, stage: 'started' | 'sent') => {
    const before = lines.get(row.id);
    lines.set(row.id, {
      ref: { kind: 'application', applicationId: row.id },
      name: row.nome,
      phone: row.whatsapp,
      email: row.email,
      createdAt: earlier(before?.createdAt, row.created_at),
      savedAt: later(before?.savedAt, row.created_at),
      sentAt: stage === 'sent' ? (before?.sentAt ?? row.created_at) : null,
      origin,
      suspect: row.suspect,
      stage,
    });
  };
  for (const row of drafts) add(row, origins.get(row.id) ?? UNKNOWN_ORIGIN, 'started');
  for (const { utm_source, utm_medium, utm_campaign, utm_content, ...row } of sent) {
    add(row, { utm_source, utm_medium, utm_campaign, utm_content }, 'sent');
  }
  return lines;
}

const earlier = (a: string | undefined, b: string) => (a !== undefined && a < b ? a : b);
const later = (a: string | undefined, b: string) => (a !== undefined && a > b ? a : b);
