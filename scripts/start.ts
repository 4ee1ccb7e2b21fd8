// Builds changed parts and starts the server in this process. A failed build leaves the current page in place.
import { join } from 'node:path';
import { root } from './build-part.ts';
import { buildConsole } from './console-build.ts';
import { buildPreview } from './preview-build.ts';
import { runBuilder } from './run-builder.ts';
import { loadSettingsOrExit } from './settings.ts';
import { buildSite, hasSite } from './site-build.ts';

loadSettingsOrExit();
const built = await buildSite();
if (!built.ok) {
  process.stderr.write(`${built.reason}\n\n`);
  if (!hasSite()) {
    process.stderr.write('A página não pôde ser gerada, e não há uma anterior para servir.\n');
    process.exit(1);
  }
  process.stderr.write('A página nova não pôde ser gerada: no ar continua a anterior.\n');
}
if (process.env.CONSOLE_PORT?.trim() !== '0') {
  // A failed console does not prevent captures.
  const builtConsole = await buildConsole();
  if (!builtConsole.ok)
    process.stderr.write(`${builtConsole.reason}\nO painel não pôde ser gerado.\n`);
  const preview = await buildPreview();
  if (!preview.ok)
    process.stderr.write(`${preview.reason}\nO editor da página não pôde ser gerado.\n`);
}
// If it fails, the server's threads use more memory.
await runBuilder(join(root, 'server/src/fill-compile-cache.ts'), [], {
  cwd: root,
  name: 'O preparo do servidor',
});
await import('../server/src/main.ts');

// Stops the server if run.mjs is killed by SIGKILL, which it cannot pass on.
const { ppid, env } = process;
if (env.FUNIL_STARTED_BY === String(ppid)) {
  const timer = setInterval(() => {
    if (process.ppid === ppid) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 250).unref();
}
