import { createHash } from 'node:crypto';
import type { Page } from '@funil/contract/console/page';
import {
  type NewPrivacyRequest,
  type PrivacyRequest,
  type PrivacyRequestChange,
  REQUEST_DAYS,
} from '@funil/contract/console/people';
import { DAY_MS } from '@funil/contract/durations';
import { canonicalPhone, emailKey } from '@funil/contract/person';
import type { Database } from '../../store/database.ts';
import { COMPLETED_REQUEST_CONTACT_MS } from '../../store/retention.ts';

interface RequestsWanted {
  /** Number of the last one of the page before. */
  readonly last: number | null;
  readonly limit: number;
  readonly areOpen: boolean;
}

const funil = (database: Database) => database;

/** A page of requests, the newest first. */
export async function listRequests(
  database: Database,
  { last, limit, areOpen }: RequestsWanted,
): Promise<Page<PrivacyRequest>> {
  const rows = await funil(database)
    .selectFrom('lgpd_requests')
    .selectAll()
    .$if(last !== null, (query) => query.where('id', '<', last ?? 0))
    .$if(areOpen, (query) => query.where('done_at', 'is', null))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const items = rows.slice(0, limit);
  const next = rows.length > limit ? items.at(-1) : undefined;
  return { items, next: next ? String(next.id) : null };
}

/** Takes a request down, with the day by which it must have been answered. */
export const addRequest = (
  database: Database,
  { kind, contact, note = '' }: NewPrivacyRequest,
  now: number,
): Promise<PrivacyRequest> =>
  funil(database)
    .insertInto('lgpd_requests')
    .values({
      ...{ kind, contact, note, done_at: null, done_by: null },
      received_at: new Date(now).toISOString(),
      due_at: new Date(now + REQUEST_DAYS * DAY_MS).toISOString(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();

/** Null: there is none. */
export const findRequest = async (database: Database, id: number): Promise<PrivacyRequest | null> =>
  (await funil(database)
    .selectFrom('lgpd_requests')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()) ?? null;

/** Changes a request unless somebody else did first; null then. */
export async function changeRequest(
  database: Database,
  { version, done, note }: PrivacyRequestChange,
  of: { readonly id: number; readonly by: string; readonly now: number },
): Promise<PrivacyRequest | null> {
  const ended = done
    ? { done_at: new Date(of.now).toISOString(), done_by: of.by }
    : { done_at: null, done_by: null };
  const row = await funil(database)
    .updateTable('lgpd_requests')
    .set({
      version: version + 1,
      ...(note !== undefined && { note }),
      ...(done !== undefined && ended),
    })
    .where('id', '=', of.id)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Takes the contact out of requests that name a forgotten person. Kind, days and result stay, and a hash, by which a
 * person who comes back with the contact can be shown the request.
 * @param now null: nothing is changed
 * @returns the number of those requests
 */
export async function scrubRequests(
  database: Database,
  isTheirs: (text: string) => boolean,
  now: string | null,
): Promise<number> {
  const requests = await funil(database)
    .selectFrom('lgpd_requests')
    .select(['id', 'contact', 'note'])
    .where(({ or, eb }) => or([eb('contact', '<>', ''), eb('note', '<>', '')]))
    .execute();
  const theirs = requests.filter(({ contact, note }) => isTheirs(contact) || isTheirs(note));
  if (now === null) return theirs.length;
  for (const { id, contact } of theirs)
    await hashContact(database, id, { contact, erased_at: now });
  return theirs.length;
}

/** Takes the contact out of requests that were completed long ago. */
export async function hashOldRequests(database: Database, now: number): Promise<void> {
  const requests = await funil(database)
    .selectFrom('lgpd_requests')
    .select(['id', 'contact'])
    .where('done_at', '<', new Date(now - COMPLETED_REQUEST_CONTACT_MS).toISOString())
    .where('contact', '<>', '')
    .execute();
  for (const { id, contact } of requests) await hashContact(database, id, { contact });
}

async function hashContact(
  database: Database,
  id: number,
  { contact, ...changes }: { readonly contact: string; readonly erased_at?: string },
) {
  const key = contact.includes('@')
    ? emailKey(contact)
    : (canonicalPhone(contact) ?? emailKey(contact));
  const contact_sha256 = createHash('sha256').update(key).digest('hex');
  await funil(database)
    .updateTable('lgpd_requests')
    .set((row) => ({
      ...changes,
      ...(contact !== '' && { contact_sha256 }),
      contact: '',
      note: '',
      version: row.eb(row.ref('version'), '+', 1),
    }))
    .where('id', '=', id)
    .execute();
}
