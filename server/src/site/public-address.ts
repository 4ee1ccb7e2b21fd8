import { isExampleAddress } from '@funil/contract/sales/checkout-problem';
import type { SiteInfo } from '@funil/contract/site/site-info';
import type { EnvVariables } from '../config/variables.ts';

/** Returns the page's address, or a placeholder if another server captures its forms; null for an example's address. */
export function publicAddress(site: SiteInfo | null, env: EnvVariables): string | null {
  if (env.PUBLIC_SUPABASE_URL) return 'https://ENDEREÇO-DESTE-SERVIDOR';
  return site && !isExampleAddress(site.url) ? site.url : null;
}
