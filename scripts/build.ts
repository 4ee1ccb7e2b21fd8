// Builds site and console. A failed build leaves the current one in place.
import { buildConsole } from './console-build.ts';
import { buildPreview } from './preview-build.ts';
import { loadSettingsOrExit } from './settings.ts';
import { buildSite } from './site-build.ts';

loadSettingsOrExit();
const site = await buildSite();
const builtConsole = await buildConsole();
const preview = await buildPreview();
if (!site.ok) process.stderr.write(`${site.reason}\nA página não pôde ser gerada.\n`);
if (!builtConsole.ok)
  process.stderr.write(`${builtConsole.reason}\nO painel não pôde ser gerado.\n`);
if (!preview.ok)
  process.stderr.write(`${preview.reason}\nO editor da página não pôde ser gerado.\n`);
if (!site.ok || !builtConsole.ok || !preview.ok) process.exitCode = 1;
