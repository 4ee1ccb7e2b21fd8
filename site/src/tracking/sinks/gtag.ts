import type { EventName } from '@funil/contract/visits/event';
import { withoutEmails } from '../../visitor/arrival.ts';
import { isGranted, isRefused } from '../../visitor/consent-choice.ts';
import { readVersion } from '../../visitor/version.ts';
import { readTrackingSettings } from '../settings.ts';
import type { SinkEvent } from '../sink-event.ts';

declare global {
  interface Window {
    gtag?: (...parameters: unknown[]) => void;
  }
}

const INTERNAL_EVENTS: readonly EventName[] = ['session_start', 'checkout_redirect', 'web_vital'];
const EVENTS_WITH_UTMS: readonly EventName[] = [
  'page_view',
  'click',
  'cta_click',
  'generate_lead',
  'purchase',
];

let hasWarned = false;

/** A lead is also a Google Ads conversion; its name and phone go to the Analytics tag only. */
export function sendToGtag({ name, payload, utms, contact }: SinkEvent): void {
  if (INTERNAL_EVENTS.includes(name) || isRefused()) return;
  if (typeof window.gtag !== 'function') {
    if (!hasWarned) console.warn('window.gtag is not available: nothing is sent to it');
    hasWarned = true;
    return;
  }
  const { lead_ref, ...parameters } = payload as { lead_ref?: string };
  const { gtag, adsConversion, consent } = readTrackingSettings();
  const shownVersion = readVersion();
  window.gtag('event', name, {
    ...parameters,
    ...(name === 'page_view' && { page_location: withoutEmails(window.location.href) }),
    ...(EVENTS_WITH_UTMS.includes(name) && utms),
    ...(shownVersion.test && isGranted(consent) && shownVersion),
    ...contact,
    ...(contact && adsConversion && { send_to: gtag }),
  });
  // Source: https://support.google.com/google-ads/answer/7548399
  const conversion = { send_to: adsConversion, transaction_id: lead_ref };
  if (name === 'generate_lead' && adsConversion) window.gtag('event', 'conversion', conversion);
}
