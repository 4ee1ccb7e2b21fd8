// Builds what has changed, then becomes the server. A build that fails leaves the page as it was.
import { buildConsole } from './console-build.ts';
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
  // The page and its leads do not wait for a console that cannot be had.
  const builtConsole = await buildConsole();
  if (!builtConsole.ok)
    process.stderr.write(`${builtConsole.reason}\nO console não pôde ser gerado.\n`);
}
await import('../server/src/main.ts');

// Whoever started it may be killed without a word: nobody would be left to end the server.
const { ppid, env } = process;
if (env.FUNIL_STARTED_BY === String(ppid)) {
  const timer = setInterval(() => {
    if (process.ppid === ppid) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 250).unref();
}
