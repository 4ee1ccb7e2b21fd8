import type { ContactState } from '@funil/contract/console/contacts';
import type { Kysely } from 'kysely';
import type { Database, Tables } from '../../store/database.ts';
import { type ContactRef, subjectOf } from './contact-ref.ts';

/** A change of the state or note of a lead or an application; an absent field stays as it is. */
interface FollowupChange {
  readonly ref: ContactRef;
  /** The version that the operator changes; 0 before the first change. */
  readonly version: number;
  readonly state?: ContactState | undefined;
  readonly note?: string | undefined;
  /** E-mail of the operator. */
  readonly by: string;
  /** In ms since 1970. */
  readonly now: number;
}

/**
 * Applies a change. Changes nothing, and returns `conflict`, if the stored version is another one or the contact was
 * erased.
 */
export function changeFollowup(
  database: Database,
  change: FollowupChange,
): Promise<'done' | 'conflict'> {
  return database.transaction().execute(async (transaction) => {
    if (!(await lockContact(transaction, change.ref))) return 'conflict';
    if (!(await writeFollowup(transaction, change))) return 'conflict';
    const { ref, state, note, by, now } = change;
    const common = { subject: subjectOf(ref), at: new Date(now).toISOString(), changed_by: by };
    const changes = [
      ...(state === undefined ? [] : [{ ...common, kind: 'state' as const, detail: state }]),
      ...(note === undefined ? [] : [{ ...common, kind: 'note' as const, detail: '' }]),
    ];
    if (changes.length > 0)
      await transaction.insertInto('followup_changes').values(changes).execute();
    if (state !== undefined) await updateContact(transaction, ref).set({ state }).execute();
    return 'done';
  });
}

const updateContact = (transaction: Kysely<Tables>, ref: ContactRef) => {
  const query = transaction.updateTable('contacts');
  return ref.kind === 'lead'
    ? query.where('lead_id', '=', ref.leadId)
    : query.where('application_id', '=', ref.applicationId);
};

/**
 * Returns whether the contact still exists, and makes its erasure wait for the transaction, so that the erasure's
 * trigger sees the rows that the transaction adds.
 */
async function lockContact(transaction: Kysely<Tables>, ref: ContactRef): Promise<boolean> {
  const lock = updateContact(transaction, ref).set((row) => ({ state: row.ref('state') }));
  return (await lock.executeTakeFirstOrThrow()).numUpdatedRows > 0n;
}

/** Returns whether the version was right. Writes without reading before: SQLite refuses a write after an outdated read. */
async function writeFollowup(
  transaction: Kysely<Tables>,
  change: FollowupChange,
): Promise<boolean> {
  const { ref, version, state, note, by, now } = change;
  const subject = subjectOf(ref);
  const audit = { changed_by: by, changed_at: new Date(now).toISOString(), version: version + 1 };
  if (version === 0) {
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('followups')
      .values({ subject, state: state ?? 'novo', note: note ?? '', ...audit })
      .onConflict((conflict) => conflict.column('subject').doNothing())
      .executeTakeFirstOrThrow();
    return Number(numInsertedOrUpdatedRows) > 0;
  }
  const { numUpdatedRows } = await transaction
    .updateTable('followups')
    .set({ ...audit, ...(state !== undefined && { state }), ...(note !== undefined && { note }) })
    .where('subject', '=', subject)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Records on a contact's timeline that an operator opened a conversation with a template. Does nothing if the contact was erased. */
export async function recordMessage(
  database: Database,
  { ref, by, now, template }: { ref: ContactRef; by: string; now: number; template: string },
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    if (!(await lockContact(transaction, ref))) return;
    await transaction
      .insertInto('followup_changes')
      .values({
        subject: subjectOf(ref),
        at: new Date(now).toISOString(),
        changed_by: by,
        kind: 'message',
        detail: template,
      })
      .execute();
  });
}
