import type { StoreConfig } from '../../config/config.ts';
import type { ReportError } from '../health/report-error.ts';
import type { CaptureStore } from './capture-store.ts';

/**
 * Opens the capturing thread's store. This file is separate, so that the thread loads no code for queries.
 * @param onUpgrade called once, before an upgrade, which takes minutes for millions of rows
 */
export async function openStore(
  { databaseUrl, dataDir }: StoreConfig,
  reportError: ReportError,
  onUpgrade?: () => void,
): Promise<CaptureStore> {
  let isAnnounced = false;
  const announceUpgrade = () => {
    // An upgrade that fails is tried again twice a second.
    if (!isAnnounced) onUpgrade?.();
    isAnnounced = true;
  };
  return databaseUrl === null
    ? (await import('../sqlite/store.ts')).createSqliteStore(dataDir, reportError, announceUpgrade)
    : (await import('../postgres/store.ts')).createPostgresStore(
        databaseUrl,
        reportError,
        announceUpgrade,
      );
}
