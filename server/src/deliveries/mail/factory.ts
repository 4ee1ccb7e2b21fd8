import { readSiteFacts } from '../../site/site-facts.ts';
import type { Destination } from '../destination.ts';
import type { DestinationFactory } from '../destinations.ts';
import { mailDestinations } from './destinations.ts';

/** E-mail, where settings name a mail server. Its connections are kept from one asking to the next. */
export function createMailFactory(): DestinationFactory {
  let made: Destination[] | null = null;
  return {
    async make({ config: { mail, console, site } }) {
      made ??= mailDestinations({
        mail,
        consoleUrl: console.url,
        readProduct: () => readProduct(site.dir),
        now: Date.now,
      });
      return made;
    },
  };
}

/** The page's product, read each time: the page may be published anew while this runs. */
export function readProduct(siteDir: string): string | null {
  const site = readSiteFacts(siteDir);
  return site.ok ? site.facts.product : null;
}
