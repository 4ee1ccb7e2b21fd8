import type { EventName } from '@funil/contract/tracked-events';
import { isGranted } from '../consent-choice.ts';
import { readSettings } from '../settings.ts';
import type { Occurrence } from '../track.ts';

declare global {
  interface Window {
    gtag?: (...parameters: unknown[]) => void;
  }
}

/** For the internal tracker alone. */
const INTERNAL: readonly EventName[] = ['session_start', 'checkout_redirect', 'web_vital'];
const WITH_UTMS: readonly EventName[] = [
  'page_view',
  'click',
  'cta_click',
  'generate_lead',
  'purchase',
];

let hasWarned = false;

function describeContact({ contact }: Occurrence): object {
  if (!contact) return {};
  const { sendLeadContact, consent } = readSettings();
  if (!sendLeadContact || !isGranted(consent)) return {};
  return { lead_name: contact.nome, lead_phone: contact.telefone };
}

/** Google's parameters of an event: its payload without what only joins the tracker's rows. */
export function sendToGtag(event: Occurrence): void {
  const { name, payload, utms } = event;
  if (INTERNAL.includes(name)) return;
  if (typeof window.gtag !== 'function') {
    if (!hasWarned) console.warn('window.gtag is not available: nothing is sent to it');
    hasWarned = true;
    return;
  }
  const { lead_ref: _, ...parameters } = payload as { lead_ref?: string };
  window.gtag('event', name, {
    ...parameters,
    ...(WITH_UTMS.includes(name) && utms),
    ...describeContact(event),
  });
}
