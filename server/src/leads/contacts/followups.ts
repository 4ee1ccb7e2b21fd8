import type { ContactState } from '@funil/contract/console/contacts';
import type { Kysely } from 'kysely';
import type { Database, Tables } from '../../store/database.ts';
import { type ContactRef, subjectOf } from './contact-ref.ts';

/** A change of what operators note beside a lead or an application; what is left out stays. */
export interface FollowupChange {
  readonly ref: ContactRef;
  /** What was changed: 0 where nobody had noted anything. */
  readonly version: number;
  readonly state?: ContactState | undefined;
  readonly note?: string | undefined;
  /** E-mail of the operator. */
  readonly by: string;
  /** In ms since 1970. */
  readonly now: number;
}

/** Changes it unless somebody else did first: `changed` then, and nothing is. */
export function changeFollowup(
  database: Database,
  change: FollowupChange,
): Promise<'done' | 'changed'> {
  return database.transaction().execute(async (step) => {
    if (!(await write(step, change))) return 'changed';
    const { ref, state, note, by, now } = change;
    const common = { subject: subjectOf(ref), at: new Date(now).toISOString(), changed_by: by };
    const lines = [
      ...(state === undefined ? [] : [{ ...common, kind: 'state' as const, detail: state }]),
      ...(note === undefined ? [] : [{ ...common, kind: 'note' as const, detail: '' }]),
    ];
    if (lines.length > 0) await step.insertInto('followup_changes').values(lines).execute();
    if (state !== undefined) await showState(step, ref, state);
    return 'done';
  });
}

/** Writes first and reads afterwards: SQLite lets nobody write on what he read before another wrote. */
async function write(funil: Kysely<Tables>, change: FollowupChange): Promise<boolean> {
  const { ref, version, state, note, by, now } = change;
  const subject = subjectOf(ref);
  const told = { changed_by: by, changed_at: new Date(now).toISOString(), version: version + 1 };
  if (version === 0) {
    const { numInsertedOrUpdatedRows } = await funil
      .insertInto('followups')
      .values({ subject, state: state ?? 'novo', note: note ?? '', ...told })
      .onConflict((conflict) => conflict.column('subject').doNothing())
      .executeTakeFirstOrThrow();
    return Number(numInsertedOrUpdatedRows) > 0;
  }
  const { numUpdatedRows } = await funil
    .updateTable('followups')
    .set({ ...told, ...(state !== undefined && { state }), ...(note !== undefined && { note }) })
    .where('subject', '=', subject)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) > 0;
}

const showState = (funil: Kysely<Tables>, ref: ContactRef, state: ContactState) =>
  ref.kind === 'lead'
    ? funil.updateTable('contacts').set({ state }).where('lead_id', '=', ref.leadId).execute()
    : funil
        .updateTable('contacts')
        .set({ state })
        .where('application_id', '=', ref.applicationId)
        .execute();

/** Notes for a subject's story that its conversation was opened, by which text. */
export async function recordMessage(
  database: Database,
  { ref, by, now, template }: { ref: ContactRef; by: string; now: number; template: string },
): Promise<void> {
  await database
    .insertInto('followup_changes')
    .values({
      subject: subjectOf(ref),
      at: new Date(now).toISOString(),
      changed_by: by,
      kind: 'message',
      detail: template,
    })
    .execute();
}
