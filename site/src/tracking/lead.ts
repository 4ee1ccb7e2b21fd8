import { announceForm } from '../capture/form-events.ts';
import { isGranted } from './consent-choice.ts';
import { readSettings } from './settings.ts';
import { outbox } from './sinks/internal.ts';
import { track } from './track.ts';

interface Lead {
  nome: string;
  telefone: string;
}

const reported = new Set<string>();

/** Name and phone, for Google alone, where content and the visitor allow it. */
function contactOf({ nome, telefone }: Lead) {
  const { sendLeadContact, consent } = readSettings();
  if (!sendLeadContact || !isGranted(consent)) return {};
  return { contact: { lead_name: nome, lead_phone: telefone } };
}

/**
 * Tells of a confirmed save; of the lead once, however often it is confirmed.
 * @param ref the submission's idempotency key
 */
export function reportLead(ref: string, lead: Lead): void {
  announceForm({ action: 'complete', form: 'lead', ref });
  if (reported.has(ref)) return;
  reported.add(ref);
  track('generate_lead', { currency: 'BRL', value: 0, lead_ref: ref }, contactOf(lead));
  void outbox.flush();
}

/** Tells of the way to the checkout, and sends everything before the page ends. */
export function reportCheckout(ref: string): void {
  track('checkout_redirect', { lead_ref: ref });
  outbox.leave();
}
