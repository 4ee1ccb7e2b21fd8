import type { NewTemplate, Template, TemplateChange } from '@funil/contract/console/templates';
import type { Database } from '../store/database.ts';

const TEMPLATE_COLUMNS = ['id', 'name', 'text', 'purpose as for', 'version'] as const;

export const listTemplates = (database: Database): Promise<Template[]> =>
  database.selectFrom('templates').select(TEMPLATE_COLUMNS).orderBy('id').execute();

export const findTemplate = async (database: Database, id: number): Promise<Template | null> =>
  (await database
    .selectFrom('templates')
    .select(TEMPLATE_COLUMNS)
    .where('id', '=', id)
    .executeTakeFirst()) ?? null;

export const addTemplate = (
  database: Database,
  { name, text, for: purpose }: NewTemplate,
): Promise<Template> =>
  database
    .insertInto('templates')
    .values({ name, text, purpose })
    .returning(TEMPLATE_COLUMNS)
    .executeTakeFirstOrThrow();

/** Returns null, without a change, if the template was changed or deleted meanwhile. */
export const changeTemplate = async (
  database: Database,
  id: number,
  { version, name, text, for: purpose }: TemplateChange,
): Promise<Template | null> =>
  (await database
    .updateTable('templates')
    .set({ version: version + 1, name, text, purpose })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning(TEMPLATE_COLUMNS)
    .executeTakeFirst()) ?? null;

/** Returns false if the template was changed or deleted meanwhile. An undefined `version` stands for any version. */
export async function removeTemplate(
  database: Database,
  id: number,
  version: number | undefined,
): Promise<boolean> {
  const removal = database.deleteFrom('templates').where('id', '=', id);
  const { numDeletedRows } = await (version === undefined
    ? removal
    : removal.where('version', '=', version)
  ).executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
