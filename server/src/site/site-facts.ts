import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SITE_FACTS_FILE, type SiteFacts, siteFactsSchema } from '@funil/contract/site-facts';

/** The file with the policy, of builds by earlier releases. */
const EARLIER_FILE = 'headers.json';

export type SiteFactsResult =
  | { readonly ok: true; readonly facts: SiteFacts }
  /** `policy`: by an earlier release's build; without its hashes the page's own scripts would not run. */
  | { readonly ok: false; readonly reason: 'missing'; readonly policy: string | null }
  | { readonly ok: false; readonly reason: 'unreadable' };

/** Returns the facts that the build wrote about a site. */
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
    // Missing or unreadable: the caller decides.
    return null;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Incomplete JSON has no facts.
    return undefined;
  }
}
