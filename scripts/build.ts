// Builds all parts. If the build of a part fails, the previous build stays.

import { loadSettingsOrExit } from './settings.ts';
import { buildSite } from './site-build.ts';
import { buildConsole, buildPreview } from './vite-builds.ts';

loadSettingsOrExit();
const builds = [
  [buildSite, 'A página não pôde ser gerada.'],
  [buildConsole, 'O painel não pôde ser gerado.'],
  [buildPreview, 'O editor da página não pôde ser gerado.'],
] as const;
for (const [build, failure] of builds) {
  const built = await build();
  if (built.ok) continue;
  process.stderr.write(`${built.reason}\n${failure}\n`);
  process.exitCode = 1;
}
