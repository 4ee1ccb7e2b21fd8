/** Event types, as webhooks carry them in `type`. */
export const WEBHOOK_EVENTS = [
  'lead.created',
  'application.started',
  'application.created',
  'application.abandoned',
  'sale.pending',
  'sale.paid',
  'sale.refunded',
  'sale.chargeback',
  'person.erased',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];
