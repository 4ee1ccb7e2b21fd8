import { isExampleAddress } from '@funil/contract/sales/checkout-problem';
import type { SiteInfo } from '@funil/contract/site/site-info';
import type { EnvVariables } from '../config/variables.ts';

/** The page's address, or a placeholder if the page is captured by another server; null for an example. */
export function publicAddress(site: SiteInfo | null, env: EnvVariables): string | null {
  if (env.PUBLIC_SUPABASE_URL) return 'https://ENDEREÇO-DESTE-SERVIDOR';
  return site && !isExampleAddress(site.url) ? site.url : null;
}
