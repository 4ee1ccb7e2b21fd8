import { isDeepStrictEqual } from 'node:util';
import type {
  DraftFile,
  DraftState,
  EditorProblem,
  PagePreview,
} from '@funil/contract/console/page-editor';
import type { PageValues } from '@funil/contract/page-engine';
import { DEMONSTRATION_FOLDER, presentContentFolder } from '../config/content-folder.ts';
import type { Database } from '../store/database.ts';
import type { PageDraftRow } from '../store/page-tables.ts';
import type { AsyncPageEngine } from './engine.ts';
import { ensureOwnContent } from './own-content.ts';

export interface PageParts {
  readonly database: Database;
  readonly engine: AsyncPageEngine;
  /** The folder of the seller's content, which may not exist yet. */
  readonly ownDir: string;
  /** The time in ms since 1970. */
  readonly now: () => number;
}

/** The draft of all files with the files as they are. */
export interface Draft {
  readonly folder: string;
  /** The values in the files. */
  readonly present: PageValues;
  /** The values of the draft. */
  readonly values: PageValues;
  readonly files: readonly DraftFile[];
}

/** A file without a draft, or whose draft says what the file says. */
const withoutDraft = (key: string, value: unknown, version: number): DraftFile => ({
  key,
  value,
  version,
  changed_by: null,
  changed_at: null,
  hand_changes: [],
  hand_conflicts: [],
});

async function mergeRow(
  engine: AsyncPageEngine,
  row: PageDraftRow,
  present: unknown,
): Promise<DraftFile> {
  const draft: unknown = JSON.parse(row.value);
  const base: unknown = JSON.parse(row.base);
  const { value, changes, conflicts } = await engine.merge(row.file, base, draft, present);
  if (isDeepStrictEqual(value, present)) {
    return withoutDraft(row.file, present, row.version);
  }
  return {
    key: row.file,
    value,
    version: row.version,
    changed_by: row.changed_by,
    changed_at: row.changed_at,
    hand_changes: changes,
    hand_conflicts: conflicts,
  };
}

/** Reads the draft. Changes that were made by hand in the files since are merged into it. */
export async function readDraft({ database, engine, ownDir }: PageParts): Promise<Draft> {
  const folder = presentContentFolder(ownDir);
  if (folder !== DEMONSTRATION_FOLDER) ensureOwnContent(ownDir);
  const present = await engine.readValues(await engine.readTexts(folder));
  const rows = await database.selectFrom('page_drafts').selectAll().execute();
  const files = await Promise.all(
    Object.entries(present).map(([key, value]) => {
      const row = rows.find(({ file }) => file === key);
      return row ? mergeRow(engine, row, value) : withoutDraft(key, value, 0);
    }),
  );
  const values = Object.fromEntries(files.map(({ key, value }) => [key, value]));
  return { folder, present, values, files };
}

/** Returns the draft with its problems and what it leads to. */
export async function describeDraft(
  { engine }: PageParts,
  { folder, values, files }: Draft,
): Promise<DraftState & { preview: PagePreview | null }> {
  return { files, ...(await engine.check(folder, values)) };
}

/** A save of one file. */
export interface SaveRequest {
  readonly file: string;
  /** The version that the operator edited. */
  readonly version: number;
  readonly value: unknown;
  readonly by: string;
}

/** Returns what a draft begins with: the file, unless the draft has begun before. */
async function findBase({ database }: PageParts, key: string, before: Draft): Promise<string> {
  const hasBegun = before.files.some((file) => file.key === key && file.changed_by !== null);
  const row = await database
    .selectFrom('page_drafts')
    .select('base')
    .where('file', '=', key)
    .executeTakeFirst();
  return hasBegun && row ? row.base : JSON.stringify(before.present[key]);
}

/** Stores a file's draft. Returns false if another operator saved it since. */
async function writeRow(
  parts: PageParts,
  { file, version, value, by }: SaveRequest,
  before: Draft,
): Promise<boolean> {
  const { database, now } = parts;
  const row = {
    base: await findBase(parts, file, before),
    value: JSON.stringify(value),
    version: version + 1,
    changed_by: by,
    changed_at: new Date(now()).toISOString(),
  };
  if (version === 0) {
    const { numInsertedOrUpdatedRows } = await database
      .insertInto('page_drafts')
      .values({ file, ...row })
      .onConflict((conflict) => conflict.column('file').doNothing())
      .executeTakeFirstOrThrow();
    return Number(numInsertedOrUpdatedRows) === 1;
  }
  const { numUpdatedRows } = await database
    .updateTable('page_drafts')
    .set(row)
    .where('file', '=', file)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) === 1;
}

export type SaveResult =
  | {
      readonly ok: true;
      readonly file: DraftFile;
      readonly problems: readonly EditorProblem[];
      readonly state: Awaited<ReturnType<typeof describeDraft>>;
    }
  | { readonly ok: false; readonly reason: 'missing' }
  | { readonly ok: false; readonly reason: 'unreadable'; readonly sentence: string }
  | { readonly ok: false; readonly reason: 'changed'; readonly current: DraftFile };

/** Stores one file's draft; the first change makes the seller's own copy of the content. */
export async function saveDraft(parts: PageParts, request: SaveRequest): Promise<SaveResult> {
  const before = await readDraft(parts);
  if (!Object.hasOwn(before.present, request.file)) {
    const { problems } = await describeDraft(parts, before);
    const found = problems.find(({ file }) => file === request.file);
    return found
      ? { ok: false, reason: 'unreadable', sentence: found.sentence }
      : { ok: false, reason: 'missing' };
  }
  ensureOwnContent(parts.ownDir);
  const isStored = await writeRow(parts, request, before);
  const draft = await readDraft(parts);
  const file = draft.files.find(({ key }) => key === request.file);
  if (!file) return { ok: false, reason: 'missing' };
  if (!isStored) return { ok: false, reason: 'changed', current: file };
  const state = await describeDraft(parts, draft);
  return { ok: true, file, problems: state.problems, state };
}

/** Drops the drafts of files, as long as their versions are these. The version increases, so that a stale editor notices. */
export async function dropDrafts(
  { database, now }: PageParts,
  versions: Readonly<Record<string, number>>,
  present: PageValues,
): Promise<void> {
  const at = new Date(now()).toISOString();
  for (const [file, version] of Object.entries(versions)) {
    if (version === 0) continue;
    const value = JSON.stringify(present[file] ?? null);
    await database
      .updateTable('page_drafts')
      .set({ base: value, value, version: version + 1, changed_at: at })
      .where('file', '=', file)
      .where('version', '=', version)
      .execute();
  }
}
