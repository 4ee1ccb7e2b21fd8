import type { SiteFacts } from '@funil/contract/site-facts';
import { readSiteFacts } from '../site/site-facts.ts';

/** How long, in ms, what the site says of itself is believed: it may be built anew at any time. */
const FRESH = 5_000;

/** Reads what the built site says of itself, now and then. */
export function rememberSite(folder: string): () => SiteFacts | null {
  let read = Number.NEGATIVE_INFINITY;
  let facts: SiteFacts | null = null;
  return () => {
    if (performance.now() - read > FRESH) {
      const told = readSiteFacts(folder);
      facts = told.ok ? told.facts : null;
      read = performance.now();
    }
    return facts;
  };
}
