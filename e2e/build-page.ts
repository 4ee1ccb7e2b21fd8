import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { acquireLock } from '../scripts/launch/lock.mjs';

const ROOT = join(import.meta.dirname, '..');
/** Shorter than the timeout of the tests that build, so that they report this failure instead. */
const BUILD_TIMEOUT_MS = 14 * 60_000;

/**
 * Builds the page of a content folder into `dist`, after other builds of the page: all write the same temporary files.
 */
export async function buildPage(content: string, dist: string): Promise<void> {
  const astro = join(ROOT, 'node_modules/astro/bin/astro.mjs');
  const lock = await acquireLock(join(ROOT, 'site/.build/lock'), () => undefined);
  try {
    await promisify(execFile)(process.execPath, [astro, 'build', '--outDir', dist], {
      cwd: join(ROOT, 'site'),
      env: {
        ...process.env,
        // Vitest's would build React for development.
        NODE_ENV: 'production',
        CONTENT_DIR: content,
        ASTRO_TELEMETRY_DISABLED: '1',
      },
      timeout: BUILD_TIMEOUT_MS,
    });
  } finally {
    lock.release();
  }
}
