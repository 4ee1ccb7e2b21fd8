/** The table of settings that owners store in the console. Timestamps are ISO text in UTC. */
export interface SettingsTables {
  stored_settings: StoredSettingRow;
}

export interface StoredSettingRow {
  name: string;
  sealed: string;
  updated_at: string;
  updated_by: string;
}

/** A stored value, as the capturing thread polls it. */
export type SealedSetting = Pick<StoredSettingRow, 'name' | 'sealed'>;
