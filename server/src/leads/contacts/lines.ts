import { emailKey, phoneKey } from '@funil/contract/person';
import type { Kysely } from 'kysely';
import type { DialectName, Tables } from '../../store/database.ts';
import { inFunil } from '../../store/funil-tables.ts';
import { inChunks } from '../../store/in-chunks.ts';
import { numberOrigins, type SubjectOrigin } from './origins.ts';
import { nameOf, type SubjectRef } from './subject-name.ts';
import { wordsOf } from './words.ts';

/** A lead or an application as its rows tell it, on the way into the lists. */
export interface Line {
  readonly ref: SubjectRef;
  readonly name: string;
  readonly phone: string;
  readonly email: string | null;
  /** When its first row was stored: ISO time in UTC. */
  readonly createdAt: string;
  readonly savedAt: string;
  readonly sentAt: string | null;
  readonly origin: SubjectOrigin;
  readonly suspect: string | null;
  readonly stage: 'started' | 'sent' | null;
}

/** A moment that no calendar holds lies at the beginning. */
const timeOf = (moment: string): number => Date.parse(moment) || 0;

const HONEYPOT = 2;
const weighSuspicion = (suspect: string | null): number =>
  suspect === null ? 0 : suspect.includes('honeypot') ? HONEYPOT : 1;

function toRow({ ref, phone, email, ...line }: Line, origin: number) {
  return {
    kind: ref.kind,
    lead_id: ref.kind === 'lead' ? ref.leadId : null,
    application_id: ref.kind === 'application' ? ref.applicationId : null,
    at: timeOf(line.createdAt),
    saved_at: line.savedAt,
    sent_at: line.sentAt === null ? null : timeOf(line.sentAt),
    origin,
    suspect: weighSuspicion(line.suspect),
    stage: line.stage,
    phone_key: phoneKey(phone),
    email_key: email === null ? null : emailKey(email) || null,
    words: JSON.stringify(wordsOf({ name: line.name, phone, email })),
  };
}

/** Adds lines to the lists; one that is there already stays as it is. */
export async function addLines(
  step: Kysely<Tables>,
  dialect: DialectName,
  lines: readonly Line[],
): Promise<void> {
  if (lines.length === 0) return;
  const funil = inFunil(step, dialect);
  const origins = await numberOrigins(
    step,
    dialect,
    lines.map(({ origin }) => origin),
  );
  const states = await readStates(funil, lines);
  const rows = lines.map((line, index) => ({
    ...toRow(line, origins[index] ?? 0),
    state: states.get(nameOf(line.ref)) ?? ('novo' as const),
  }));
  const stored = await funil
    .insertInto('subjects')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['number', 'words'])
    .execute();
  await addWords(funil, stored);
}

/** A line that is there already, with what it was found by so far. */
export interface ChangedLine extends Line {
  readonly number: number;
  readonly oldWords: readonly string[];
}

/** Writes lines over those that are there. */
export async function changeLines(
  step: Kysely<Tables>,
  dialect: DialectName,
  lines: readonly ChangedLine[],
): Promise<void> {
  const funil = inFunil(step, dialect);
  for (const line of lines) {
    const { number, oldWords } = line;
    const [origin = 0] = await numberOrigins(step, dialect, [line.origin]);
    const { kind: _kind, lead_id: _lead, application_id: _id, ...row } = toRow(line, origin);
    await funil.updateTable('subjects').set(row).where('number', '=', number).execute();
    if (oldWords.length > 0) {
      await funil
        .deleteFrom('subject_words')
        .where('number', '=', number)
        .where('word', 'in', oldWords)
        .execute();
    }
    await addWords(funil, [{ number, words: row.words }]);
  }
}

/** Words written in one statement. */
const MOST_WORDS = 4_000;

async function addWords(
  funil: Kysely<Tables>,
  rows: readonly { readonly number: number; readonly words: string }[],
) {
  const words = rows.flatMap((row) =>
    readWords(row.words).map((word) => ({ word, number: row.number })),
  );
  // In the index's order: neighbours are written together.
  const sorted = words.toSorted((a, b) => (a.word < b.word ? -1 : 1));
  for (const some of inChunks(sorted, MOST_WORDS)) {
    await funil
      .insertInto('subject_words')
      .values(some)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

export const readWords = (stored: string): string[] => JSON.parse(stored) as string[];

/** What operators said of them before their lines were made anew. */
async function readStates(funil: Kysely<Tables>, lines: readonly Line[]) {
  const rows = await funil
    .selectFrom('followups')
    .select(['subject', 'state'])
    .where(
      'subject',
      'in',
      lines.map(({ ref }) => nameOf(ref)),
    )
    .execute();
  return new Map(rows.map(({ subject, state }) => [subject, state]));
}
