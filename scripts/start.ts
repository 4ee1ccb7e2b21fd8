// Builds what has changed, then becomes the server.
import { buildSite } from './site-build.ts';

try {
  await buildSite();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
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
