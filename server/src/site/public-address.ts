import type { SiteInfo } from '@funil/contract/site-info';
import type { Environment } from '../config/variables.ts';

/** Returns this server's public address: the page's, unless the page captures elsewhere; a placeholder if it is unknown. */
export function publicAddress(site: SiteInfo | null, env: Environment): string {
  if (env.PUBLIC_SUPABASE_URL) return 'https://ENDEREÇO-DESTE-SERVIDOR';
  return site && !site.isDemo ? site.url : 'https://SUA-PÁGINA';
}
