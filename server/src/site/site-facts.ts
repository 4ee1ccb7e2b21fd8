import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SITE_FACTS_FILE, type SiteFacts, siteFactsSchema } from '@funil/contract/site-facts';

export type SiteFactsResult =
  | { readonly ok: true; readonly facts: SiteFacts }
  | { readonly ok: false; readonly reason: 'missing' | 'unreadable' };

/** Returns the facts that the build wrote about a site. */
export function readSiteFacts(siteDir: string): SiteFactsResult {
  let text: string;
  try {
    text = readFileSync(join(siteDir, SITE_FACTS_FILE), 'utf8');
  } catch {
    return { ok: false, reason: 'missing' };
  }
  try {
    return { ok: true, facts: siteFactsSchema.parse(JSON.parse(text)) };
  } catch {
    return { ok: false, reason: 'unreadable' };
  }
}
