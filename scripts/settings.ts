import { loadSettings } from '../server/src/config/settings-file.ts';

/** Loads `.env`; exits with a message if the file is unreadable. */
export function loadSettingsOrExit(): void {
  try {
    loadSettings();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  }
}
