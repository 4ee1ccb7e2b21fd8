import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const PUBLISH = join(import.meta.dirname, '../scripts/publish.ts');
/** Shorter than the timeout of the tests that build, so that they report this failure instead. */
const BUILD_TIMEOUT_MS = 14 * 60_000;

/** Builds the page of a content folder into `dist` as `npm run publish` does, which keeps a current build. */
export async function buildPage(content: string, dist: string): Promise<void> {
  await promisify(execFile)(process.execPath, [PUBLISH], {
    env: {
      ...process.env,
      // Vitest's NODE_ENV would build React for development.
      NODE_ENV: 'production',
      ENV_FILE: '',
      CONTENT_DIR: content,
      SITE_DIR: dist,
    },
    timeout: BUILD_TIMEOUT_MS,
  });
}
