import type { Utms } from '@funil/contract/utm';
import { UTM_FIELDS } from '@funil/contract/utm';
import type { Database } from '../../store/database.ts';
import { inFunil } from '../../store/funil-tables.ts';
import { readDraftOrigins } from './draft-origins.ts';
import { nameOf, type SubjectRef } from './subject-name.ts';

/** What a lead or an application says of itself, by its newest row. */
export interface SubjectRow {
  readonly ref: SubjectRef;
  /** What sales and events call it by: the lead's idempotency key, or the application's id. */
  readonly reference: string | null;
  readonly name: string;
  readonly phone: string;
  readonly email: string | null;
  /** When its first row was stored. */
  readonly createdAt: string;
  readonly suspect: string | null;
  readonly origin: Utms;
}

const NOWHERE: Utms = {
  utm_source: '',
  utm_medium: '',
  utm_campaign: '',
  utm_content: '',
  utm_term: '',
};

/** Rows by the names of their subjects (`nameOf`). */
export async function readNewestRows(
  database: Database,
  refs: readonly SubjectRef[],
): Promise<Map<string, SubjectRow>> {
  const leads = refs.flatMap((ref) => (ref.kind === 'lead' ? [ref.leadId] : []));
  const ids = refs.flatMap((ref) => (ref.kind === 'application' ? [ref.applicationId] : []));
  const rows = [
    ...(leads.length > 0 ? await readLeadRows(database, leads) : []),
    ...(ids.length > 0 ? await readApplicationRows(database, ids) : []),
  ];
  return new Map(rows.map((row) => [nameOf(row.ref), row]));
}

async function readLeadRows(database: Database, ids: readonly number[]): Promise<SubjectRow[]> {
  const rows = await database
    .selectFrom('leads')
    .select(['id', 'idempotency_key', 'created_at', 'nome', 'telefone', 'suspect'])
    .select(UTM_FIELDS)
    .where('id', 'in', ids)
    .execute();
  return rows.map(({ id, idempotency_key, created_at, nome, telefone, suspect, ...origin }) => ({
    ref: { kind: 'lead', leadId: id },
    reference: idempotency_key,
    name: nome,
    phone: telefone,
    email: null,
    createdAt: created_at,
    suspect,
    origin,
  }));
}

/** Drafts first, so that what was sent stands before them; of each the newest last. */
async function readApplicationRows(
  database: Database,
  ids: readonly string[],
): Promise<SubjectRow[]> {
  const contact = ['id', 'created_at', 'nome', 'email', 'whatsapp', 'suspect'] as const;
  const drafts = await database
    .selectFrom('application_drafts')
    .select(contact)
    .where('id', 'in', ids)
    .orderBy('created_at')
    .execute();
  const sent = await database
    .selectFrom('applications')
    .select(contact)
    .select(UTM_FIELDS)
    .where('id', 'in', ids)
    .orderBy('created_at')
    .execute();
  const origins = await findOrigins(database, begunOnly(drafts, sent));
  const begun = drafts.map((draft) => ({ ...draft, ...(origins.get(draft.id) ?? NOWHERE) }));
  const rows = new Map<string, SubjectRow>();
  for (const row of [...begun, ...sent]) {
    const { id, created_at, nome, email, whatsapp, suspect, ...origin } = row;
    const before = rows.get(id);
    rows.set(id, {
      ref: { kind: 'application', applicationId: id },
      reference: id,
      name: nome,
      phone: whatsapp,
      email,
      createdAt: before && before.createdAt < created_at ? before.createdAt : created_at,
      suspect,
      origin,
    });
  }
  return [...rows.values()];
}

interface Identified {
  readonly id: string;
}

function begunOnly(drafts: readonly Identified[], sent: readonly Identified[]): string[] {
  const known = new Set(sent.map(({ id }) => id));
  return [...new Set(drafts.map(({ id }) => id))].filter((id) => !known.has(id));
}

/** Of drafts: as their visits' events tell it, and once these are erased as the lists have it. */
async function findOrigins(database: Database, ids: readonly string[]): Promise<Map<string, Utms>> {
  const told = await readDraftOrigins(database, ids);
  const untold = ids.filter((id) => !told.has(id));
  if (untold.length === 0) return told;
  const listed = await inFunil(database, database.dialect)
    .selectFrom('subjects')
    .innerJoin('subject_origins', 'subject_origins.id', 'subjects.origin')
    .select(['application_id', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_content'])
    .where('application_id', 'in', untold)
    .execute();
  for (const { application_id, ...origin } of listed) {
    told.set(application_id ?? '', { ...origin, utm_term: '' });
  }
  return told;
}
