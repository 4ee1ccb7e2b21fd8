import { fillUtms, UTM_FIELDS, type Utms, utmsOf } from '@funil/contract/capture/utm';
import type { Queryable } from '../store/database.ts';
import { type ContactRef, contactKeyOf, splitRefs } from './contact-ref.ts';
import { readDraftOrigins } from './draft-origins.ts';

/**
 * A lead or an application, with the values of its newest sent save, else of its newest draft.
 * Timestamps are ISO texts in UTC.
 */
export interface ContactRow {
  readonly ref: ContactRef;
  /** The id that sales and events use: the lead's idempotency key, or the application's id. */
  readonly reference: string | null;
  readonly name: string;
  readonly phone: string;
  readonly email: string | null;
  /** Null: a lead. */
  readonly instagram: string | null;
  readonly createdAt: string;
  readonly savedAt: string;
  /** When the application was first sent; null: a lead or a draft. */
  readonly sentAt: string | null;
  /** Null: a lead. */
  readonly stage: 'started' | 'sent' | null;
  readonly suspect: string | null;
  readonly origin: Utms;
}

/** Returns the rows by {@link contactKeyOf}; erased contacts have none. */
export async function readContactRows(
  database: Queryable,
  refs: readonly ContactRef[],
): Promise<Map<string, ContactRow>> {
  const { leadIds, applicationIds } = splitRefs(refs);
  const rows = [
    ...(leadIds.length > 0 ? await readLeadRows(database, leadIds) : []),
    ...(applicationIds.length > 0 ? await readApplicationRows(database, applicationIds) : []),
  ];
  return new Map(rows.map((row) => [contactKeyOf(row.ref), row]));
}

async function readLeadRows(database: Queryable, ids: readonly number[]): Promise<ContactRow[]> {
  const rows = await database
    .selectFrom('leads')
    .select(['id', 'idempotency_key', 'created_at', 'nome', 'telefone', 'email', 'suspect'])
    .select(UTM_FIELDS)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
  return rows.map(
    ({ id, idempotency_key, created_at, nome, telefone, email, suspect, ...origin }) => ({
      ref: { kind: 'lead', leadId: id },
      reference: idempotency_key,
      name: nome,
      phone: telefone,
      email,
      instagram: null,
      createdAt: created_at,
      savedAt: created_at,
      sentAt: null,
      stage: null,
      suspect,
      origin,
    }),
  );
}

async function readApplicationRows(
  database: Queryable,
  ids: readonly string[],
): Promise<ContactRow[]> {
  const nameAndContacts = ['nome', 'email', 'whatsapp', 'instagram'] as const;
  const contactColumns = ['id', 'created_at', ...nameAndContacts, 'suspect'] as const;
  const drafts = await database
    .selectFrom('application_drafts')
    .select(contactColumns)
    .where('id', 'in', ids)
    .orderBy('created_at')
    .execute();
  const applications = await database
    .selectFrom('applications')
    .select(contactColumns)
    .select(UTM_FIELDS)
    .where('id', 'in', ids)
    .orderBy('created_at')
    .execute();
  const sentIds = new Set(applications.map(({ id }) => id));
  const unsent = new Set(drafts.flatMap(({ id }) => (sentIds.has(id) ? [] : [id])));
  const originsById = await readDraftOrigins(database, [...unsent]);
  const rowsById = new Map<string, ContactRow>();
  const addRow = (row: (typeof drafts)[number], origin: Utms, stage: 'started' | 'sent') => {
    const { id, created_at } = row;
    const earlierSave = rowsById.get(id);
    rowsById.set(id, {
      ref: { kind: 'application', applicationId: id },
      reference: id,
      name: row.nome,
      phone: row.whatsapp,
      email: row.email,
      instagram: row.instagram,
      createdAt:
        earlierSave && earlierSave.createdAt < created_at ? earlierSave.createdAt : created_at,
      savedAt: earlierSave && earlierSave.savedAt > created_at ? earlierSave.savedAt : created_at,
      sentAt: stage === 'sent' ? (earlierSave?.sentAt ?? created_at) : null,
      stage,
      suspect: row.suspect,
      origin,
    });
  };
  for (const row of drafts) addRow(row, originsById.get(row.id) ?? fillUtms(''), 'started');
  for (const row of applications) addRow(row, utmsOf(row), 'sent');
  return [...rowsById.values()];
}
