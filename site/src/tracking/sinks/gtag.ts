import type { EventName } from '@funil/contract/tracked-events';
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

/** Sends Google an event: its payload without what only joins the tracker's rows. */
export function sendToGtag({ name, payload, utms, contact }: Occurrence): void {
  if (INTERNAL.includes(name)) return;
  if (typeof window.gtag !== 'function') {
    if (!hasWarned) console.warn('window.gtag is not available: nothing is sent to it');
    hasWarned = true;
    return;
  }
  const { lead_ref: _, ...parameters } = payload as { lead_ref?: string };
  window.gtag('event', name, { ...parameters, ...(WITH_UTMS.includes(name) && utms), ...contact });
}
