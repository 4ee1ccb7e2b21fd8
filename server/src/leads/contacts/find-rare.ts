import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../../store/database.ts';
import { funilTable } from '../../store/funil-tables.ts';
import { numbersOf } from '../../store/sql.ts';
import { isOfOrigins, originCondition, type SubjectFilter } from './subject-filter.ts';
import { type Beginning, readSearch, type Wanted } from './words.ts';

/** So few rows are gathered and put in order; of more, the list is read from its newest on. */
const FEW = 2_000;
const FEW_OF_ORIGINS = 20_000;
type Condition = RawBuilder<SqlBool>;
const is = sql<SqlBool>;

/**
 * A condition that few rows meet, by an index of its own.
 * @returns null where there is no such; `none`: nothing can be found
 */
export async function findRare(
  database: Database,
  filter: SubjectFilter,
): Promise<Condition | 'none' | null> {
  const { dialect } = database;
  if (filter.q !== undefined) {
    const { prefixes, phoneKeys } = readSearch(filter.q);
    if (phoneKeys.length > 0) return is`phone_key in (${sql.join(phoneKeys)})`;
    if (prefixes.length === 0 && filter.q.trim() !== '') return 'none';
    for (const beginnings of longestFirst(prefixes)) {
      const numbers = await findByWord(database, beginnings);
      if (numbers.length === 0) return 'none';
      if (numbers.length < FEW) return is`number in (${numbersOf(dialect, numbers)})`;
    }
  }
  const condition = originCondition(filter);
  if (condition === null) return null;
  const { rows } = await sql<{ n: number | null }>`
    select sum(listed) as n from ${funilTable(dialect, 'subject_origins')}
    where ${condition}`.execute(database);
  const n = Number(rows[0]?.n ?? 0);
  if (n === 0) return 'none';
  return n <= FEW_OF_ORIGINS ? isOfOrigins(filter, dialect, true) : null;
}

const longestFirst = (words: Wanted['prefixes']) =>
  words.toSorted(([a], [b]) => (b?.word.length ?? 0) - (a?.word.length ?? 0));

/** After every text that begins so. */
const END = '\u{10ffff}';

async function findByWord(database: Database, beginnings: readonly Beginning[]): Promise<number[]> {
  const found = new Set<number>();
  for (const { word } of beginnings) {
    const { rows } = await sql<{ number: number }>`
      select number from ${funilTable(database.dialect, 'subject_words')}
      where word >= ${word} and word < ${word + END} limit ${FEW}`.execute(database);
    for (const { number } of rows) found.add(Number(number));
    if (found.size >= FEW) break;
  }
  return [...found];
}
