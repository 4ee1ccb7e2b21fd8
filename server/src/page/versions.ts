import { valueAtPath } from '@funil/contract/field-values';
import type { PageVersion } from '@funil/contract/page/page-editor';
import type { PageTexts, PageValues } from '@funil/contract/page/page-engine';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Database, Queryable } from '../store/database.ts';
import type { EndedTest, PageVersionRow } from '../store/page-tables.ts';
import type { PageDependencies } from './draft.ts';

const MAX_LISTED_VERSIONS = 200;

export async function listVersions({ database }: PageDependencies): Promise<PageVersion[]> {
  return selectVersions(database).orderBy('number', 'desc').limit(MAX_LISTED_VERSIONS).execute();
}

const selectVersions = (database: Database) =>
  database
    .selectFrom('page_versions')
    .select(['number', 'at', 'published_by as by', 'kind', 'restored', 'changes']);

export async function readVersion(
  { database }: PageDependencies,
  number: number,
): Promise<{ version: PageVersion; texts: PageTexts } | null> {
  const row = await selectVersions(database)
    .select('files')
    .where('number', '=', number)
    .executeTakeFirst();
  if (!row) return null;
  const { files, ...version } = row;
  return { version, texts: JSON.parse(files) as PageTexts };
}

export interface NewVersion extends Pick<PageVersionRow, 'kind' | 'restored' | 'changes'> {
  readonly by: string;
  readonly texts: PageTexts;
  readonly endedTest?: EndedTest | null;
}

const siteSchema = z.object({
  test: z.object({ name: z.string(), field: z.string(), text: z.string() }),
});

/** Returns the A/B test that the change ends, or null. A new name of the test ends it, too. */
export function findEndedTest(before: PageValues, after: PageValues): EndedTest | null {
  const { data } = siteSchema.safeParse(before.site);
  if (!data || data.test.name === valueAtPath(after, ['site', 'test', 'name'])) return null;
  const { name, field, text: b } = data.test;
  const path = field.split('.');
  const a = String(valueAtPath(before, path));
  const keptText = valueAtPath(after, path);
  return { name, texts: { a, b }, kept: keptText === b ? 'b' : keptText === a ? 'a' : null };
}

export async function addVersion(
  { database, now }: { readonly database: Queryable; readonly now: () => number },
  { by, texts, endedTest = null, ...version }: NewVersion,
): Promise<number> {
  const { number } = await database
    .insertInto('page_versions')
    .values({
      ...version,
      number: sql<number>`(select coalesce(max(number), 0) + 1 from ${sql.table('page_versions')})`,
      at: new Date(now()).toISOString(),
      published_by: by,
      files: JSON.stringify(texts),
      ended_test: endedTest && JSON.stringify(endedTest),
    })
    .returning('number')
    .executeTakeFirstOrThrow();
  return number;
}

/** Stores edits by hand as a version, so that they can be restored, too. */
export async function storeHandEdits(deps: PageDependencies, texts: PageTexts): Promise<void> {
  const { engine } = deps;
  const [newest] = await listVersions(deps);
  if (!newest) {
    await addVersion(deps, { kind: 'start', restored: null, changes: 0, by: '', texts });
    return;
  }
  const newestVersion = await readVersion(deps, newest.number);
  const isStored = Object.entries(texts).every(([key, text]) => newestVersion?.texts[key] === text);
  if (!newestVersion || isStored) return;
  const values = [
    await engine.readValues(newestVersion.texts),
    await engine.readValues(texts),
  ] as const;
  const changes = (await engine.listChanges(...values)).length;
  const endedTest = findEndedTest(...values);
  await addVersion(deps, { kind: 'hand', restored: null, changes, by: '', texts, endedTest });
}
