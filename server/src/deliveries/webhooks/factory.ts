import type { DeliveriesConfig, DestinationFactory } from '../destinations.ts';
import { createWebhookDestinations, type WebhookDestinations } from './destinations.ts';
import { createGuard } from './guard.ts';

/** Connections outlive a look at the endpoints; whoever has other settings has others. */
const made = new WeakMap<DeliveriesConfig, WebhookDestinations>();

function webhooksOf(config: DeliveriesConfig): WebhookDestinations {
  const known = made.get(config);
  if (known) return known;
  const webhooks = createWebhookDestinations(createGuard(config.webhooks));
  made.set(config, webhooks);
  return webhooks;
}

/** The seller's own endpoints. */
export const webhookFactory: DestinationFactory = {
  make: async ({ database, config }) => [...(await webhooksOf(config).read(database))],
};
