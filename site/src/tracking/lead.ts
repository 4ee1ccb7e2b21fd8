import { announceForm } from '../capture/form-events.ts';
import { outbox } from './sinks/internal.ts';
import { type LeadContact, track } from './track.ts';

const reported = new Set<string>();

/**
 * Tells of a confirmed save, once per lead however often it is confirmed.
 * @param ref the submission's idempotency key
 */
export function reportLead(ref: string, contact: LeadContact): void {
  if (reported.has(ref)) return;
  reported.add(ref);
  announceForm({ action: 'complete', form: 'lead', ref });
  track('generate_lead', { currency: 'BRL', value: 0, lead_ref: ref }, { contact });
  void outbox.flush();
}

/** Tells of the way to the checkout, and sends everything before the page ends. */
export function reportCheckout(ref: string): void {
  track('checkout_redirect', { lead_ref: ref });
  outbox.leave();
}
