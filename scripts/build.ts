// Builds the site, or leaves the one in place and says why.
import { loadSettingsOrExit } from './settings.ts';
import { buildSite } from './site-build.ts';

loadSettingsOrExit();
const built = await buildSite();
if (!built.ok) {
  process.stderr.write(`${built.reason}\nA página não pôde ser gerada.\n`);
  process.exitCode = 1;
}
