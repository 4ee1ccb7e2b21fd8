// Builds site and console. A failed build leaves the current one in place.
import { buildConsole } from './console-build.ts';
import { loadSettingsOrExit } from './settings.ts';
import { buildSite } from './site-build.ts';

loadSettingsOrExit();
const site = await buildSite();
const builtConsole = await buildConsole();
if (!site.ok) process.stderr.write(`${site.reason}\nA página não pôde ser gerada.\n`);
if (!builtConsole.ok)
  process.stderr.write(`${builtConsole.reason}\nO painel não pôde ser gerado.\n`);
if (!site.ok || !builtConsole.ok) process.exitCode = 1;
