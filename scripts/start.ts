// Builds what has changed, then becomes the server.
import { buildSite } from './site-build.ts';

try {
  await buildSite();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
await import('../server/src/main.ts');
