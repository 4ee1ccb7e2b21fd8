import type { EventName } from '@funil/contract/tracked-events';
import { isRefused } from '../consent-choice.ts';
import type { Occurrence } from '../occurrence.ts';
import { readSettings } from '../settings.ts';

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

/** The page's whole address: Google reads its own and others' parameters. None with an e-mail address. */
function describeAddress(): string {
  const address = new URL(window.location.href);
  address.hash = '';
  for (const [name, value] of [...address.searchParams]) {
    if (value.includes('@')) address.searchParams.delete(name);
  }
  return address.href;
}

/**
 * Sends Google an event: its payload without what only joins the tracker's rows. A lead is Google Ads'
 * conversion too; its name and phone stay with the other tag.
 */
export function sendToGtag({ name, payload, utms, contact }: Occurrence): void {
  if (INTERNAL.includes(name) || isRefused()) return;
  if (typeof window.gtag !== 'function') {
    if (!hasWarned) console.warn('window.gtag is not available: nothing is sent to it');
    hasWarned = true;
    return;
  }
  const { lead_ref, ...parameters } = payload as { lead_ref?: string };
  const { gtag, adsConversion } = readSettings();
  window.gtag('event', name, {
    ...parameters,
    ...(name === 'page_view' && { page_location: describeAddress() }),
    ...(WITH_UTMS.includes(name) && utms),
    ...contact,
    ...(contact && adsConversion && { send_to: gtag }),
  });
  // Source: https://support.google.com/google-ads/answer/7548399
  const conversion = { send_to: adsConversion, transaction_id: lead_ref };
  if (name === 'generate_lead' && adsConversion) window.gtag('event', 'conversion', conversion);
}
