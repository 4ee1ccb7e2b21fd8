// Builds site and console, or leaves those in place and says why.
import { buildConsole } from './console-build.ts';
import { loadSettingsOrExit } from './settings.ts';
import { buildSite } from './site-build.ts';

loadSettingsOrExit();
const built = await buildSite();
if (!built.ok) {
  process.stderr.write(`${built.reason}\nA página não pôde ser gerada.\n`);
  process.exitCode = 1;
}
const failure = await buildConsole();
if (failure !== null) {
  process.stderr.write(`${failure}\nO console não pôde ser gerado.\n`);
  process.exitCode = 1;
}
