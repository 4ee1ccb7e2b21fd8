import { buildSite } from './site-build.ts';

await buildSite().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
