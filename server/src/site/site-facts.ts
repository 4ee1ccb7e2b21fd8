import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SITE_FACTS_FILE, type SiteFacts, siteFactsSchema } from '@funil/contract/site-facts';

/** Where earlier releases left the policy. */
const EARLIER_FILE = 'headers.json';

export type SiteFactsResult =
  | { readonly ok: true; readonly facts: SiteFacts }
  /** `policy`: as an earlier release left it; without its hashes the page's own scripts would not run. */
  | { readonly ok: false; readonly reason: 'missing'; readonly policy: string | null }
  | { readonly ok: false; readonly reason: 'unreadable' };

/** Reads what the build said of a site. */
export function readSiteFacts(siteDir: string): SiteFactsResult {
  const text = readText(join(siteDir, SITE_FACTS_FILE));
  if (text === null) return { ok: false, reason: 'missing', policy: readEarlierPolicy(siteDir) };
  const { success, data } = siteFactsSchema.safeParse(parse(text));
  return success ? { ok: true, facts: data } : { ok: false, reason: 'unreadable' };
}

function readEarlierPolicy(siteDir: string): string | null {
  const headers = parse(readText(join(siteDir, EARLIER_FILE)) ?? '');
  const isObject = typeof headers === 'object' && headers !== null;
  const policy = isObject && 'contentSecurityPolicy' in headers && headers.contentSecurityPolicy;
  return typeof policy === 'string' ? policy : null;
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // No such file, or none that may be read: the caller says what that means.
    return null;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not whole: judged as what it is not.
    return undefined;
  }
}
