import { loadSettings } from '../server/src/config/settings-file.ts';

/** Exits with a message if `.env` is unreadable. */
export function loadSettingsOrExit(): void {
  try {
    loadSettings();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  }
}
