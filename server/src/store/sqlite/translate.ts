/** PostgreSQL's words, and SQLite's in their place. */
const SQLITE_WORDS: readonly (readonly [RegExp, string])[] = [
  [
    /(?:bigint|integer) generated always as identity primary key/g,
    'integer primary key autoincrement',
  ],
  [/ default \(?(?:gen_random_uuid|funil\.request_)[^,\n]*/g, ''],
  [/\bnow\(\)/g, "(strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))"],
  [/\bdefault false\b/g, 'default 0'],
  [/ collate "C"/g, ''],
  [/\b(?:uuid|timestamptz|date|jsonb)\b/g, 'text'],
  [/\b(?:bigint|smallint|boolean)\b/g, 'integer'],
  [/\bbytea\b/g, 'blob'],
  [/\bchr\(/g, 'char('],
  [/\b(?:funil|public)\./g, ''],
];

/** Tables with rows that are little more than their key. */
const KEY_TABLES = ['visit_contexts', 'visit_totals', 'sale_keys', 'contact_search_words'];

/** The column for which SQLite has `rowid`. */
const ROW_NUMBER = /^ {2}number .* identity$/;
/** A check by functions, patterns or casts. */
const NO_PLAIN_CHECK = /check \(.*(?:\w\.\w|_length|::|~| like )/s;

/**
 * Returns the tables, columns, indexes and rows that a PostgreSQL migration makes, in SQLite's words: times are ISO text in
 * UTC, UUIDs lower-case text, JSON text, booleans 0 and 1. Only the server writes here: of checks it takes the plain ones, as
 * of states and money, and none of captured rows, which contract/ has checked.
 * @param own the migration's file for SQLite: what it makes itself is left out
 */
export function translate(sql: string, own: string): string {
  const statements = sql
    .replace(/ *--.*$/gm, '')
    .match(
      /^(?:create (?:unique )?(?:table|index)|alter table \S+ add column|insert into) [^;]*;/gm,
    );
  const made = [...own.matchAll(/^create (?:table|view) (\w+)/gm)].map(([, name]) => name);
  return (statements ?? [])
    .filter((statement) => {
      const name = /\b(?:funil|public)\.(\w+)/.exec(statement)?.[1];
      return !made.includes(name) && !/^insert into funil\.migrations/.test(statement);
    })
    .map((statement) =>
      SQLITE_WORDS.reduce(
        (text, [words, others]) => text.replace(words, others),
        trimTable(statement),
      ),
    )
    .join('\n');
}

/** Leaves out the parts that SQLite's table does not have. */
function trimTable(statement: string): string {
  const [, name = '', body] = /^create table \w+\.(\w+) \(\n(.*)\n\);/s.exec(statement) ?? [];
  if (body === undefined) return statement;
  const isCaptured = statement.startsWith('create table public.');
  const parts = body
    .replace(/\n+/g, '\n')
    .split(/,\n(?= {2}\S)/)
    .filter((part) => !ROW_NUMBER.test(part) && !NO_PLAIN_CHECK.test(part))
    .filter((part) => !(isCaptured && / check \(/.test(part)));
  const options = KEY_TABLES.includes(name) ? 'strict, without rowid' : 'strict';
  return `create table ${name} (\n${parts.join(',\n')}\n) ${options};`;
}
