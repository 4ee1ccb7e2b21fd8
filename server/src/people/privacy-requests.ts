import { createHash } from 'node:crypto';
import { canonicalPhone, emailKey } from '@funil/contract/contacts/person';
import { DAY_MS } from '@funil/contract/durations';
import type { ListPage } from '@funil/contract/list-page';
import {
  type NewPrivacyRequest,
  type PrivacyRequest,
  type PrivacyRequestChange,
  REQUEST_DAYS,
} from '@funil/contract/people/people';
import type { Database } from '../store/database.ts';
import { toIdPage } from '../store/queries/read-pages.ts';
import { RETENTION } from '../store/retention.ts';

interface RequestQuery {
  readonly beforeId: number | null;
  readonly limit: number;
  readonly areOpen: boolean;
}

export async function listRequests(
  database: Database,
  { beforeId, limit, areOpen }: RequestQuery,
): Promise<ListPage<PrivacyRequest>> {
  const rows = await database
    .selectFrom('lgpd_requests')
    .selectAll()
    .$if(beforeId !== null, (query) => query.where('id', '<', beforeId))
    .$if(areOpen, (query) => query.where('done_at', 'is', null))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return toIdPage(rows, limit);
}

export const addRequest = (
  database: Database,
  { kind, contact, note = '' }: NewPrivacyRequest,
  now: number,
): Promise<PrivacyRequest> =>
  database
    .insertInto('lgpd_requests')
    .values({
      kind,
      contact,
      note,
      done_at: null,
      done_by: null,
      received_at: new Date(now).toISOString(),
      due_at: new Date(now + REQUEST_DAYS * DAY_MS).toISOString(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();

export const findRequest = async (database: Database, id: number): Promise<PrivacyRequest | null> =>
  (await database
    .selectFrom('lgpd_requests')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()) ?? null;

/** Returns null, without a change, if the stored version is another one. */
export async function changeRequest(
  database: Database,
  { version, done, note }: PrivacyRequestChange,
  { id, done_by, now }: { readonly id: number; readonly done_by: string; readonly now: number },
): Promise<PrivacyRequest | null> {
  const completion = done
    ? { done_at: new Date(now).toISOString(), done_by }
    : { done_at: null, done_by: null };
  const row = await database
    .updateTable('lgpd_requests')
    .set({ version: version + 1, note, ...(done !== undefined && completion) })
    .where('id', '=', id)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Removes contact and note from a person's requests, and the note that names the person from others' requests. A hash
 * of the contact stays, so that requests can be found again. Returns the number of these requests.
 * @param erasedAt ISO time in UTC; null: only counts
 */
export async function scrubRequests(
  database: Database,
  isMatch: (text: string) => boolean,
  erasedAt: string | null,
): Promise<number> {
  const requests = await database
    .selectFrom('lgpd_requests')
    .select(['id', 'contact', 'note'])
    .where(({ or, eb }) => or([eb('contact', '<>', ''), eb('note', '<>', '')]))
    .execute();
  const requestsWithPerson = requests.filter(
    ({ contact, note }) => isMatch(contact) || isMatch(note),
  );
  if (erasedAt === null) return requestsWithPerson.length;
  for (const { id, contact } of requestsWithPerson) {
    const isOwn = isMatch(contact);
    const changes = isOwn ? { ...hashContact(contact), erased_at: erasedAt } : {};
    await scrubRequest(database, id, changes);
  }
  return requestsWithPerson.length;
}

export async function scrubOldRequests(database: Database, now: number): Promise<void> {
  const requests = await database
    .selectFrom('lgpd_requests')
    .select(['id', 'contact'])
    .where('done_at', '<', new Date(now - RETENTION.completedRequestContact.ms).toISOString())
    .where('contact', '<>', '')
    .execute();
  for (const { id, contact } of requests) await scrubRequest(database, id, hashContact(contact));
}

function hashContact(contact: string) {
  const key = contact.includes('@')
    ? emailKey(contact)
    : (canonicalPhone(contact) ?? emailKey(contact));
  return { contact: '', contact_sha256: createHash('sha256').update(key).digest('hex') };
}

async function scrubRequest(
  database: Database,
  id: number,
  changes: Partial<ReturnType<typeof hashContact>> & { readonly erased_at?: string },
) {
  await database
    .updateTable('lgpd_requests')
    .set((row) => ({ ...changes, note: '', version: row.eb(row.ref('version'), '+', 1) }))
    .where('id', '=', id)
    .execute();
}
