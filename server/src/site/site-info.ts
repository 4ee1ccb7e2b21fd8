import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SITE_INFO_FILE, type SiteInfo, siteInfoSchema } from '@funil/contract/site-info';

export type SiteInfoResult =
  | { readonly ok: true; readonly info: SiteInfo }
  | { readonly ok: false; readonly reason: 'missing' | 'unreadable' };

/** Returns the information that the build wrote about a site. */
export function readSiteInfo(siteDir: string): SiteInfoResult {
  let text: string;
  try {
    text = readFileSync(join(siteDir, SITE_INFO_FILE), 'utf8');
  } catch {
    return { ok: false, reason: 'missing' };
  }
  try {
    return { ok: true, info: siteInfoSchema.parse(JSON.parse(text)) };
  } catch {
    return { ok: false, reason: 'unreadable' };
  }
}
