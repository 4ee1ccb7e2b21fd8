import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isExampleAddress } from '@funil/contract/sales/checkout-problem';
import { SITE_INFO_FILE, type SiteInfo, siteInfoSchema } from '@funil/contract/site/site-info';
import { holdsOtherFiles } from '../config/content-folder.ts';
import type { EnvVariables } from '../config/variables.ts';

export type SiteInfoResult =
  | { readonly ok: true; readonly info: SiteInfo }
  | { readonly ok: false; readonly reason: 'missing' | 'unreadable' };

/** Returns in Portuguese why no site can be built into the folder; null if it is empty, missing or a built site. */
export const explainUnusableSiteFolder = (folder: string): [what: string, remedy: string] | null =>
  holdsOtherFiles(folder, SITE_INFO_FILE)
    ? [
        `A pasta da página gerada, ${folder}, tem outros arquivos e nenhuma página.`,
        'Ponha em SITE_DIR uma pasta vazia ou que não existe.',
      ]
    : null;

/** Returns null before the first build, or if the file cannot be read. */
export function findSiteInfo(siteDir: string): SiteInfo | null {
  const read = readSiteInfo(siteDir);
  return read.ok ? read.info : null;
}

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

/** Returns the page's address, or a placeholder if another server captures its forms; null for an example's address. */
export function findPublishedAddress(site: SiteInfo | null, env: EnvVariables): string | null {
  if (env.PUBLIC_SUPABASE_URL) return 'https://ENDEREÇO-DESTE-SERVIDOR';
  return site && !isExampleAddress(site.url) ? site.url : null;
}
