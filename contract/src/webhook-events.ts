/** What is told outside, by the names that webhooks carry as `type`. */
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
