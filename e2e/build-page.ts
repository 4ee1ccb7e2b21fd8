import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const PUBLISH = join(import.meta.dirname, '../scripts/publish.ts');
/** Shorter than the tests' time limit, so that a test reports the build that hangs. */
const BUILD_TIMEOUT_MS = 14 * 60_000;

/** Builds the page of a content folder into `dist` as `npm run publish` does, unless `dist` is already up to date. */
export async function buildPage(content: string, dist: string): Promise<void> {
  await promisify(execFile)(process.execPath, [PUBLISH], {
    env: {
      ...process.env,
      // With Vitest's own NODE_ENV, the page would get React's development build.
      NODE_ENV: 'production',
      ENV_FILE: '',
      CONTENT_DIR: content,
      SITE_DIR: dist,
    },
    timeout: BUILD_TIMEOUT_MS,
  });
}
