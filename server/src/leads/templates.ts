import type { Template } from '@funil/contract/console/templates';
import type { Database } from '../store/database.ts';

const templates = (database: Database) => database;

const select = (database: Database) =>
  templates(database).selectFrom('templates').select(['id', 'name', 'text', 'purpose', 'version']);

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

const toTemplate = ({ purpose, ...row }: Row): Template => ({ ...row, for: purpose });

export const listTemplates = async (database: Database): Promise<Template[]> =>
  (await select(database).orderBy('id').execute()).map(toTemplate);

export async function findTemplate(database: Database, id: number): Promise<Template | null> {
  const row = await select(database).where('id', '=', id).executeTakeFirst();
  return row ? toTemplate(row) : null;
}

type TemplateWords = Pick<Template, 'name' | 'text' | 'for'>;

export async function addTemplate(
  database: Database,
  { name, text, for: purpose }: TemplateWords,
): Promise<Template> {
  const row = await templates(database)
    .insertInto('templates')
    .values({ name, text, purpose })
    .returning(['id', 'name', 'text', 'purpose', 'version'])
    .executeTakeFirstOrThrow();
  return toTemplate(row);
}

export interface TemplateEdit {
  readonly id: number;
  /** What was changed. */
  readonly version: number;
  readonly name?: string | undefined;
  readonly text?: string | undefined;
  readonly for?: Template['for'] | undefined;
}

/** Changes a text unless somebody else did first; null then. */
export async function changeTemplate(
  database: Database,
  { id, version, name, text, for: purpose }: TemplateEdit,
): Promise<Template | null> {
  const row = await templates(database)
    .updateTable('templates')
    .set({
      version: version + 1,
      ...(name !== undefined && { name }),
      ...(text !== undefined && { text }),
      ...(purpose !== undefined && { purpose }),
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning(['id', 'name', 'text', 'purpose', 'version'])
    .executeTakeFirst();
  return row ? toTemplate(row) : null;
}

/** @returns whether it was there */
export async function removeTemplate(database: Database, id: number): Promise<boolean> {
  const { numDeletedRows } = await templates(database)
    .deleteFrom('templates')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows) > 0;
}
