import type { ContactState } from '@funil/contract/contacts/contacts';
import { sql } from 'kysely';
import type { Database, Queryable } from '../store/database.ts';
import { type ContactRef, contactKeyOf, isOfContact } from './contact-ref.ts';
import { markAsPerson } from './robot-marks.ts';

interface FollowupChange {
  readonly ref: ContactRef;
  /** The version that the operator saw; 0 before the first change. */
  readonly version: number;
  readonly state?: ContactState | undefined;
  readonly note?: string | undefined;
  /** E-mail of the operator who looks after the contact. */
  readonly owner?: string | null | undefined;
  readonly follow_up_at?: string | null | undefined;
  readonly changed_by: string;
  readonly now: number;
}

/** Operators give these states only to people, so they clear the suspicion of a robot. */
const STATES_OF_PEOPLE: readonly ContactState[] = ['em_conversa', 'aprovado', 'comprou'];

/** Returns `conflict`, without a change, if another version is stored or the contact was erased. */
export function changeFollowup(
  database: Database,
  change: FollowupChange,
): Promise<'done' | 'conflict'> {
  return database.transaction().execute(async (transaction) => {
    if (!(await lockContact(transaction, change.ref))) return 'conflict';
    const { ref, state, note, owner, follow_up_at, changed_by, now } = change;
    const isVersioned = [state, owner, follow_up_at].some((field) => field !== undefined);
    if (isVersioned && !(await writeFollowup(transaction, change))) return 'conflict';
    const columns = { subject: contactKeyOf(ref), at: new Date(now).toISOString(), changed_by };
    const details = { state, note: note ? '' : undefined, owner, follow_up: follow_up_at };
    const changes = Object.entries(details).flatMap(([kind, detail]) =>
      detail === undefined
        ? []
        : [{ ...columns, kind: kind as keyof typeof details, detail: detail ?? '' }],
    );
    if (changes.length > 0)
      await transaction.insertInto('followup_changes').values(changes).execute();
    if (note) {
      const { subject, at, changed_by: written_by } = columns;
      await transaction
        .insertInto('contact_notes')
        .values({ subject, at, written_by, text: note })
        .execute();
    }
    if (isVersioned) await updateListedContact(transaction, change);
    if (state !== undefined && STATES_OF_PEOPLE.includes(state))
      await markAsPerson(transaction, ref);
    return 'done';
  });
}

/** Changes the contact list, which shows the operators' state only if no state follows from sales. */
const updateListedContact = (
  database: Queryable,
  { ref, state, owner, follow_up_at }: FollowupChange,
) =>
  updateContact(database, ref)
    .set({
      state: state && sql<ContactState>`coalesce(money_state, ${state})`,
      owner,
      follow_up_at: follow_up_at == null ? follow_up_at : Date.parse(follow_up_at),
    })
    .execute();

interface NoteRemoval extends Pick<FollowupChange, 'ref' | 'changed_by' | 'now'> {
  readonly id: number;
  /** E-mail of the only operator whose notes may be removed; null: all. */
  readonly writtenBy: string | null;
}

export function removeNote(
  database: Database,
  { ref, id, changed_by, now, writtenBy }: NoteRemoval,
): Promise<boolean> {
  const subject = contactKeyOf(ref);
  return database.transaction().execute(async (transaction) => {
    if (!(await lockContact(transaction, ref))) return false;
    const { numDeletedRows } = await transaction
      .deleteFrom('contact_notes')
      .where('subject', '=', subject)
      .where('id', '=', id)
      .$if(writtenBy !== null, (query) => query.where('written_by', '=', writtenBy))
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) return false;
    const change = { subject, at: new Date(now).toISOString(), changed_by };
    await transaction
      .insertInto('followup_changes')
      .values({ ...change, kind: 'note', detail: 'removed' })
      .execute();
    return true;
  });
}

const updateContact = (database: Queryable, ref: ContactRef) =>
  database.updateTable('contacts').where(isOfContact(ref));

/**
 * Locks the contact's row, and returns false if it no longer exists. An erasure waits for this lock, and then also
 * removes the rows that this transaction adds.
 */
async function lockContact(database: Queryable, ref: ContactRef): Promise<boolean> {
  const lock = updateContact(database, ref).set((row) => ({ state: row.ref('state') }));
  return (await lock.executeTakeFirstOrThrow()).numUpdatedRows > 0n;
}

/** False: another version is stored. Reads nothing first, because SQLite refuses a write after an old read. */
async function writeFollowup(database: Queryable, change: FollowupChange): Promise<boolean> {
  const { ref, version, state, owner, follow_up_at, changed_by, now } = change;
  const subject = contactKeyOf(ref);
  const audit = { changed_by, changed_at: new Date(now).toISOString(), version: version + 1 };
  if (version === 0) {
    const { numInsertedOrUpdatedRows } = await database
      .insertInto('followups')
      .values({
        subject,
        state: state ?? 'novo',
        owner: owner ?? null,
        follow_up_at: follow_up_at ?? null,
        ...audit,
      })
      .onConflict((conflict) => conflict.column('subject').doNothing())
      .executeTakeFirstOrThrow();
    return Number(numInsertedOrUpdatedRows) > 0;
  }
  const { numUpdatedRows } = await database
    .updateTable('followups')
    .set({ ...audit, state, owner, follow_up_at })
    .where('subject', '=', subject)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Records an opened conversation, and clears the suspicion of a robot. Stores nothing if the contact was erased. */
export async function recordMessage(
  database: Database,
  {
    ref,
    changed_by,
    now,
    template,
  }: Pick<FollowupChange, 'ref' | 'changed_by' | 'now'> & { template: string },
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    if (!(await lockContact(transaction, ref))) return;
    await transaction
      .insertInto('followup_changes')
      .values({
        subject: contactKeyOf(ref),
        at: new Date(now).toISOString(),
        changed_by,
        kind: 'message',
        detail: template,
      })
      .execute();
    await markAsPerson(transaction, ref);
  });
}
