import { hash } from 'node:crypto';
import { emailKey, phoneKey } from '@funil/contract/person';
import type { Kysely } from 'kysely';
import type { Tables } from '../../store/database.ts';
import { inChunks } from '../../store/in-chunks.ts';
import type { Person } from './find-person.ts';

/** 28 bits: about 25 Brazilian mobile numbers share a mark, so that it names nobody, and a stranger rarely has an erased one. */
const MARK_DIGITS = 7;
const MARKS_PER_STATEMENT = 500;

const markOf = (key: string): string => hash('sha256', key, 'hex').slice(0, MARK_DIGITS);

/** Returns a person's keys; empty texts and invalid numbers have none. */
const keysOf = ({ phone, email }: Person): string[] =>
  [phoneKey(phone ?? ''), emailKey(email ?? '')].flatMap((key) => key || []);

/** Remembers erased people, so that files do not bring them back. */
export async function markErased(
  database: Kysely<Tables>,
  people: readonly Person[],
): Promise<void> {
  const marks = [...new Set(people.flatMap(keysOf).map(markOf))].map((mark) => ({ mark }));
  for (const some of inChunks(marks, MARKS_PER_STATEMENT)) {
    await database
      .insertInto('erased_people')
      .values(some)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Returns a function that says whether a person was erased. @param people those that it will be asked about */
export async function findErased(
  database: Kysely<Tables>,
  people: readonly Person[],
): Promise<(person: Person) => boolean> {
  const erased = new Set<string>();
  // Usually nobody was erased, and a file has many people.
  const any = await database.selectFrom('erased_people').select('mark').limit(1).execute();
  if (any.length === 0) return () => false;
  const marks = [...new Set(people.flatMap(keysOf).map(markOf))];
  for (const some of inChunks(marks, MARKS_PER_STATEMENT)) {
    const rows = await database
      .selectFrom('erased_people')
      .select('mark')
      .where('mark', 'in', some)
      .execute();
    for (const { mark } of rows) erased.add(mark);
  }
  return (person) => keysOf(person).some((key) => erased.has(markOf(key)));
}
