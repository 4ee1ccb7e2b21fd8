import { loadSettings } from '../server/src/settings-file.ts';
import { buildSite } from './site-build.ts';

try {
  loadSettings();
  await buildSite();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
