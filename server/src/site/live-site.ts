import { stat } from 'node:fs/promises';
import { type PublishFailure, readPublishFailure } from './publish-failure.ts';
import { readSiteFacts } from './site-facts.ts';
import { readSiteFiles, type SiteFile } from './site-files.ts';

const FALLBACK_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

const MISSING = 'site.json is missing: an earlier release built the site; run `npm run build`';
const UNREADABLE = 'site.json cannot be read: run `npm run build`';

/** How often, in ms, the folder is asked whether another site has taken its place. */
const INTERVAL = 1_000;

/** A built site, whole: pages and the policy that fits them belong together. */
export interface Site {
  readonly files: ReadonlyMap<string, SiteFile>;
  /** Content-Security-Policy of its documents. */
  readonly policy: string;
  /** What is amiss with what the build said of it, in a sentence; null: nothing. */
  readonly warning: string | null;
  /** The publication that failed since. */
  readonly failure: PublishFailure | null;
}

/** The site that is in place now; what was published meanwhile takes its place by itself. */
export interface LiveSite {
  readonly current: Site;
  close(): void;
}

/**
 * Reads a built site into memory and watches its folder for the next one. A site that cannot be read
 * leaves the present one in place; `onChange` hears of both.
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
        // Swapped again while it was being read: the next look reads it whole.
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

  const timer = setInterval(look, INTERVAL).unref();
  return {
    get current() {
      return current;
    },
    close: () => clearInterval(timer),
  };
}

/** Differs once the folder is another one, or an entry of it is; empty while there is none. */
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
