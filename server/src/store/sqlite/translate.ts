/** Patterns of PostgreSQL's SQL, and SQLite's SQL for each. */
const SQLITE_REPLACEMENTS: readonly (readonly [RegExp, string])[] = [
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

/** Tables `without rowid`, because their rows are little more than their key. */
const KEY_TABLES = ['visit_contexts', 'visit_totals', 'sale_keys', 'contact_search_words'];

/** The definition of a column for which SQLite has `rowid`. */
const ROW_NUMBER = /^ {2}number .* identity$/;
/** A check with a function, a pattern or a cast, which SQLite's table does not have. */
const COMPLEX_CHECK = /check \(.*(?:\w\.\w|_length|::|~| like )/s;

/**
 * Returns SQLite's statements for the tables, columns, indexes and rows of a PostgreSQL migration: times are ISO text
 * in UTC, UUIDs lower-case text, JSON text, booleans 0 and 1. Complex checks, and all checks of captured rows, are left
 * out, because only the server writes to SQLite, after contract/ has checked each captured row.
 * @param sqliteSql the migration's file for SQLite, whose tables and views are left out here
 */
export function translate(sql: string, sqliteSql: string): string {
  const statements = sql
    .replace(/ *--.*$/gm, '')
    .match(
      /^(?:create (?:unique )?(?:table|index)|alter table \S+ add column|insert into) [^;]*;/gm,
    );
  const createdThere = [...sqliteSql.matchAll(/^create (?:table|view) (\w+)/gm)].map(
    ([, name]) => name,
  );
  return (statements ?? [])
    .filter((statement) => {
      const name = /\b(?:funil|public)\.(\w+)/.exec(statement)?.[1];
      return !createdThere.includes(name) && !/^insert into funil\.migrations/.test(statement);
    })
    .map((statement) =>
      SQLITE_REPLACEMENTS.reduce(
        (text, [pattern, replacement]) => text.replace(pattern, replacement),
        trimTable(statement),
      ),
    )
    .join('\n');
}

/** Leaves out the columns and checks that SQLite's table does not have. */
function trimTable(statement: string): string {
  const [, name = '', body] = /^create table \w+\.(\w+) \(\n(.*)\n\);/s.exec(statement) ?? [];
  if (body === undefined) return statement;
  const isCaptured = statement.startsWith('create table public.');
  const definitions = body
    .replace(/\n+/g, '\n')
    .split(/,\n(?= {2}\S)/)
    .filter((definition) => !ROW_NUMBER.test(definition) && !COMPLEX_CHECK.test(definition))
    .filter((definition) => !(isCaptured && / check \(/.test(definition)));
  const options = KEY_TABLES.includes(name) ? 'strict, without rowid' : 'strict';
  return `create table ${name} (\n${definitions.join(',\n')}\n) ${options};`;
}
