import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE_MS } from '@funil/contract/durations';
import type { ReportError } from '../store/capture-store.ts';
import type { Database } from '../store/database.ts';
import type { ImportParts } from './running-import.ts';
import { removeDeadUploads } from './uploads.ts';

interface Options extends Pick<ImportParts, 'attributionDays' | 'now'> {
  /** Opens a database for this work alone. */
  readonly open: () => Promise<Database>;
  readonly reportError: ReportError;
  /** See {@link uploadFolder}. */
  readonly uploadDir: string;
}

const POLL_INTERVAL_MS = MINUTE_MS;

/** Undoes imports whose process died, and removes their files, until it is stopped. */
export function startUndoingDeadImports({ open, reportError, uploadDir, ...options }: Options) {
  const stop = new AbortController();

  async function undo() {
    await using database = await open();
    const isActive = await database
      .selectFrom('imports')
      .select('id')
      .where('leased_until', 'is not', null)
      .executeTakeFirst();
    if (!isActive) return removeDeadUploads(uploadDir, options.now());
    // Only now, so that the code uses no memory without imports.
    const { undoDeadImport } = await import('./run-import.ts');
    const { PLATFORMS } = await import('../sales/platforms/platforms.ts');
    const isUndone = await undoDeadImport({ ...options, database, adapters: PLATFORMS });
    if (isUndone) await removeDeadUploads(uploadDir, options.now());
  }

  async function run() {
    while (!stop.signal.aborted) {
      await undo().catch((error) => reportError('an import cannot be undone', error));
      await pause(POLL_INTERVAL_MS, undefined, { signal: stop.signal }).catch(() => {
        // Stopped.
      });
    }
  }

  const running = run();
  return {
    stop() {
      stop.abort();
      return running;
    },
  };
}
