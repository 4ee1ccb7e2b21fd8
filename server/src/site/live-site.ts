import { stat } from 'node:fs/promises';
import type { SiteInfo } from '@funil/contract/site/site-info';
import { type PublishFailure, readPublishFailure } from './publish-failure.ts';
import { readSiteFiles, type SiteFile } from './site-files.ts';
import { readSiteInfo } from './site-info.ts';

const FALLBACK_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

const SITE_WARNINGS = {
  missing: 'site.json is missing: run `npm run build`',
  unreadable: 'site.json cannot be read: run `npm run build`',
};

const SITE_POLL_INTERVAL_MS = 1_000;

export interface Site {
  readonly files: ReadonlyMap<string, SiteFile>;
  readonly info: SiteInfo | null;
  readonly policy: string;
  /** A sentence about `site.json` that is missing or unreadable; null if it is fine. */
  readonly warning: string | null;
  /** Null if the last publication succeeded. */
  readonly failure: PublishFailure | null;
}

export type LiveSite = Awaited<ReturnType<typeof openSite>>;

/**
 * Polls the folder for a newer build. A build that cannot be read does not replace the current one;
 * `onChange` is called anyway.
 * @param hashed see {@link readSiteFiles}
 */
export async function openSite(
  folder: string,
  onChange: (site: Site | { error: unknown }) => void,
  hashed?: string,
) {
  let version = await readFolderVersion(folder);
  let currentSite = await readSite(folder, hashed);
  let isReading = false;

  async function poll() {
    if (isReading) return;
    isReading = true;
    try {
      const newestVersion = await readFolderVersion(folder);
      if (newestVersion !== version && newestVersion !== '') {
        const nextSite = await readSite(folder, hashed);
        if (nextSite.warning === SITE_WARNINGS.unreadable) throw new Error(nextSite.warning);
        if (nextSite.files.has('/') && (await readFolderVersion(folder)) === newestVersion) {
          version = newestVersion;
          currentSite = nextSite;
          onChange(nextSite);
        }
      }
    } catch (error) {
      onChange({ error });
    }
    isReading = false;
  }

  const timer = setInterval(poll, SITE_POLL_INTERVAL_MS).unref();
  return {
    get current() {
      return currentSite;
    },
    close: () => clearInterval(timer),
  };
}

/** Returns a text that changes when the folder or one of its entries is replaced; empty if the folder is missing. */
async function readFolderVersion(folder: string): Promise<string> {
  const stats = await stat(folder).catch(() => null);
  return stats ? `${stats.ino} ${stats.mtimeMs}` : '';
}

async function readSite(folder: string, hashed?: string): Promise<Site> {
  const files = await readSiteFiles(folder, hashed);
  const failure = readPublishFailure(folder);
  const read = readSiteInfo(folder);
  return read.ok
    ? { files, failure, info: read.info, policy: read.info.policy, warning: null }
    : { files, failure, info: null, policy: FALLBACK_POLICY, warning: SITE_WARNINGS[read.reason] };
}
