/** The table of settings that owners set in the console. Timestamps are ISO text in UTC. */
export interface SettingsTables {
  stored_settings: StoredSettingRow;
}

export interface StoredSettingRow {
  /** The environment variable. */
  name: string;
  /** The encrypted value (settings/seal.ts). */
  sealed: string;
  updated_at: string;
  /** The operator's e-mail address. */
  updated_by: string;
}

/** A stored value, as the capturing thread polls it. */
export type SealedSetting = Pick<StoredSettingRow, 'name' | 'sealed'>;
