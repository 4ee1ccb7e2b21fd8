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

/** Events that may be mailed: all except erasures, because no e-mail may name an erased person. */
export const MAIL_EVENTS = WEBHOOK_EVENTS.filter((event) => event !== 'person.erased');
/** Events that are mailed unless `NOTIFY_ON` names others. */
export const DEFAULT_MAIL_EVENTS: readonly WebhookEvent[] = ['application.created', 'sale.paid'];
