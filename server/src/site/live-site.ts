import { stat } from 'node:fs/promises';
import { type PublishFailure, readPublishFailure } from './publish-failure.ts';
import { readSiteFacts } from './site-facts.ts';
import { readSiteFiles, type SiteFile } from './site-files.ts';

const FALLBACK_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

const MISSING = 'site.json is missing: an earlier release built the site; run `npm run build`';
const UNREADABLE = 'site.json cannot be read: run `npm run build`';

/** How often the folder is checked for a newer build. */
const POLL_INTERVAL_MS = 1_000;

/** A built site: its files, and the policy that fits them. */
export interface Site {
  readonly files: ReadonlyMap<string, SiteFile>;
  /** Content-Security-Policy of its documents. */
  readonly policy: string;
  /** What is wrong with the build's facts, in a sentence; null if nothing is. */
  readonly warning: string | null;
  /** The later publication that failed; null if none did. */
  readonly failure: PublishFailure | null;
}

/** The newest site; a new build replaces it by itself. */
export interface LiveSite {
  readonly current: Site;
  close(): void;
}

/**
 * Reads a built site into memory and watches its folder for the next one. An unreadable site does not replace the
 * present one; `onChange` is called for both.
 */
export async function openSite(
  folder: string,
  onChange: (site: Site | { error: unknown }) => void,
): Promise<LiveSite> {
  let version = await readVersion(folder);
  let current = await readSite(folder);
  let isReading = false;

  async function look() {
    if (isReading) return;
    isReading = true;
    try {
      const newest = await readVersion(folder);
      if (newest !== version && newest !== '') {
        const next = await readSite(folder);
        if (next.warning === UNREADABLE) throw new Error(UNREADABLE);
        // If the folder was swapped again meanwhile, the next poll reads it.
        if (next.files.has('/') && (await readVersion(folder)) === newest) {
          version = newest;
          current = next;
          onChange(next);
        }
      }
    } catch (error) {
      onChange({ error });
    }
    isReading = false;
  }

  const timer = setInterval(look, POLL_INTERVAL_MS).unref();
  return {
    get current() {
      return current;
    },
    close: () => clearInterval(timer),
  };
}

/** Returns a text that changes when the folder or one of its entries is replaced; empty if the folder is missing. */
async function readVersion(folder: string): Promise<string> {
  const found = await stat(folder).catch(() => null);
  return found ? `${found.ino} ${found.mtimeMs}` : '';
}

async function readSite(folder: string): Promise<Site> {
  const files = await readSiteFiles(folder);
  return { files, ...judgeFacts(folder), failure: readPublishFailure(folder) };
}

function judgeFacts(folder: string): Pick<Site, 'policy' | 'warning'> {
  const read = readSiteFacts(folder);
  if (read.ok) return { policy: read.facts.policy, warning: null };
  switch (read.reason) {
    case 'missing':
      return { policy: read.policy ?? FALLBACK_POLICY, warning: MISSING };
    case 'unreadable':
      return { policy: FALLBACK_POLICY, warning: UNREADABLE };
  }
}
