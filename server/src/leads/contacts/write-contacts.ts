import { createHash } from 'node:crypto';
import { emailKey, phoneKey } from '@funil/contract/person';
import type { Utms } from '@funil/contract/utm';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../store/database.ts';
import { inChunks } from '../../store/in-chunks.ts';
import { nameOf } from './contact-ref.ts';
import type { ContactRow } from './contact-rows.ts';
import { wordsOf } from './search-words.ts';

/** Returns ms since 1970; 0 for a timestamp that JavaScript cannot hold. */
const timeOf = (moment: string): number => Date.parse(moment) || 0;

const HONEYPOT = 2;
const weighSuspicion = (suspect: string | null): number =>
  suspect === null ? 0 : suspect.includes('honeypot') ? HONEYPOT : 1;

function toRow({ ref, phone, email, ...contact }: ContactRow, origin: number) {
  return {
    kind: ref.kind,
    lead_id: ref.kind === 'lead' ? ref.leadId : null,
    application_id: ref.kind === 'application' ? ref.applicationId : null,
    at: timeOf(contact.createdAt),
    saved_at: contact.savedAt,
    sent_at: contact.sentAt === null ? null : timeOf(contact.sentAt),
    origin,
    suspect: weighSuspicion(contact.suspect),
    stage: contact.stage,
    phone_key: phoneKey(phone),
    email_key: email === null ? null : emailKey(email) || null,
    words: JSON.stringify(wordsOf({ name: contact.name, phone, email })),
  };
}

/** Adds contacts to the list; one that is listed already stays unchanged. */
export async function addContacts(
  step: Kysely<Tables>,
  contacts: readonly ContactRow[],
): Promise<void> {
  if (contacts.length === 0) return;
  const origins = await numberOrigins(
    step,
    contacts.map(({ origin }) => origin),
  );
  const states = await readStates(step, contacts);
  const rows = contacts.map((contact, index) => ({
    ...toRow(contact, origins[index] ?? 0),
    state: states.get(nameOf(contact.ref)) ?? ('novo' as const),
  }));
  const stored = await step
    .insertInto('subjects')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['number', 'words'])
    .execute();
  await addWords(step, stored);
}

/** A contact that is listed already, with its search words so far. */
export interface ChangedContact extends ContactRow {
  readonly number: number;
  readonly oldWords: readonly string[];
}

/** Replaces listed contacts. */
export async function changeContacts(
  step: Kysely<Tables>,
  contacts: readonly ChangedContact[],
): Promise<void> {
  for (const contact of contacts) {
    const { number, oldWords } = contact;
    const [origin = 0] = await numberOrigins(step, [contact.origin]);
    const { kind: _kind, lead_id: _lead, application_id: _id, ...row } = toRow(contact, origin);
    await step.updateTable('subjects').set(row).where('number', '=', number).execute();
    if (oldWords.length > 0) {
      await step
        .deleteFrom('subject_words')
        .where('number', '=', number)
        .where('word', 'in', oldWords)
        .execute();
    }
    await addWords(step, [{ number, words: row.words }]);
  }
}

/** Words of one statement. */
const WORDS_PER_STATEMENT = 4_000;

async function addWords(
  funil: Kysely<Tables>,
  rows: readonly { readonly number: number; readonly words: string }[],
) {
  const words = rows.flatMap((row) =>
    readWords(row.words).map((word) => ({ word, number: row.number })),
  );
  // In the order of the index, so that neighbors are written together.
  const sorted = words.toSorted((a, b) => (a.word < b.word ? -1 : 1));
  for (const some of inChunks(sorted, WORDS_PER_STATEMENT)) {
    await funil
      .insertInto('subject_words')
      .values(some)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

export const readWords = (stored: string): string[] => JSON.parse(stored) as string[];

/** Returns the states that operators set, by contact name: the list may have been rebuilt since. */
async function readStates(funil: Kysely<Tables>, contacts: readonly ContactRow[]) {
  const rows = await funil
    .selectFrom('followups')
    .select(['subject', 'state'])
    .where(
      'subject',
      'in',
      contacts.map(({ ref }) => nameOf(ref)),
    )
    .execute();
  return new Map(rows.map(({ subject, state }) => [subject, state]));
}

export type ContactOrigin = Omit<Utms, 'utm_term'>;

export const digestOf = ({
  utm_source,
  utm_medium,
  utm_campaign,
  utm_content,
}: ContactOrigin): string =>
  createHash('sha256')
    .update(JSON.stringify([utm_source, utm_medium, utm_campaign, utm_content]))
    .digest('base64url')
    .slice(0, 22);

/** The numbers of origins, in their order; those that are new get one. Counts one row for each. */
export async function numberOrigins(
  step: Kysely<Tables>,
  origins: readonly ContactOrigin[],
): Promise<number[]> {
  const digests = origins.map(digestOf);
  const known = new Map<string, ContactOrigin & { digest: string; listed: number }>();
  origins.forEach(({ utm_source, utm_medium, utm_campaign, utm_content }, index) => {
    const digest = digests[index] ?? '';
    const listed = (known.get(digest)?.listed ?? 0) + 1;
    known.set(digest, { digest, utm_source, utm_medium, utm_campaign, utm_content, listed });
  });
  if (known.size === 0) return [];
  const rows = await step
    .insertInto('subject_origins')
    .values([...known.values()])
    .onConflict((conflict) =>
      conflict.column('digest').doUpdateSet({
        listed: sql`${sql.table('subject_origins')}.listed + excluded.listed`,
      }),
    )
    .returning(['id', 'digest'])
    .execute();
  const ids = new Map(rows.map(({ id, digest }) => [digest, id]));
  return digests.map((digest) => ids.get(digest) ?? 0);
}
