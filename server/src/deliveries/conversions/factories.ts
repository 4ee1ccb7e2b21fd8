import { readSiteFacts } from '../../site/site-facts.ts';
import type { DestinationFactory, FactoryParts } from '../destinations.ts';
import { createGa4 } from './ga4/destination.ts';
import { createMeta } from './meta/destination.ts';

/** What both need; the page may be published anew while this runs. */
const partsOf = ({ database, config }: FactoryParts) => ({
  database,
  ownsPurchase: config.conversions.purchaseOwner === 'funil',
  readSite: () => readSiteFacts(config.site.dir),
  now: Date.now,
});

export const metaFactory: DestinationFactory = {
  async make(parts) {
    const { meta } = parts.config.conversions;
    return meta === null ? [] : [createMeta({ ...partsOf(parts), config: meta })];
  },
};

export const ga4Factory: DestinationFactory = {
  async make(parts) {
    const { ga4 } = parts.config.conversions;
    return ga4 === null ? [] : [createGa4({ ...partsOf(parts), config: ga4 })];
  },
};
