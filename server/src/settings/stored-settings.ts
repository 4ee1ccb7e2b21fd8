import type { Database } from '../store/database.ts';
import type { StoredSettingRow } from '../store/settings-tables.ts';
import { sealValue } from './seal.ts';
import { readOrCreateKey, type SecretsKeyConfig } from './secrets-key.ts';

export const readStoredSettings = (database: Database): Promise<StoredSettingRow[]> =>
  database.selectFrom('stored_settings').selectAll().orderBy('name').execute();

/** Null removes a stored value. */
export type SettingChanges = Readonly<Record<string, string | null>>;

interface ChangeSettingsOptions {
  readonly config: SecretsKeyConfig;
  readonly changes: SettingChanges;
  readonly by: string;
  readonly now: number;
}

/** Stores all changes or none. Returns false if no key for sealing exists or can be created. */
export async function changeSettings(
  database: Database,
  { config, changes, by, now }: ChangeSettingsOptions,
): Promise<boolean> {
  const entries = Object.entries(changes);
  const removedNames = entries.flatMap(([name, value]) => (value === null ? [name] : []));
  const values = entries.flatMap(([name, value]) => (value === null ? [] : [{ name, value }]));
  const key = values.length === 0 ? null : readOrCreateKey(config);
  if (key === null && values.length > 0) return false;
  const stamp = { updated_at: new Date(now).toISOString(), updated_by: by };
  const rows =
    key === null
      ? []
      : values.map(({ name, value }) => ({ name, sealed: sealValue(key, name, value), ...stamp }));
  await database.transaction().execute(async (transaction) => {
    if (removedNames.length > 0) {
      await transaction.deleteFrom('stored_settings').where('name', 'in', removedNames).execute();
    }
    if (rows.length > 0) {
      await transaction
        .insertInto('stored_settings')
        .values(rows)
        .onConflict((conflict) =>
          conflict.column('name').doUpdateSet(({ ref }) => ({
            sealed: ref('excluded.sealed'),
            updated_at: ref('excluded.updated_at'),
            updated_by: ref('excluded.updated_by'),
          })),
        )
        .execute();
    }
  });
  return true;
}
