import { loadSettings } from '../server/src/config/settings-file.ts';

/** Adds the settings of `.env` to this process, or ends it with a sentence when they cannot be read. */
export function loadSettingsOrExit(): void {
  try {
    loadSettings();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  }
}
