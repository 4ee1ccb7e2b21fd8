export interface SettingsTables {
  stored_settings: StoredSettingRow;
}

export interface StoredSettingRow {
  name: string;
  sealed: string;
  updated_at: string;
  updated_by: string;
}

export type SealedSetting = Pick<StoredSettingRow, 'name' | 'sealed'>;
