import type { EventName } from '@funil/contract/tracked-events';
import { isRefused } from '../consent-choice.ts';
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

/** The page's whole address: Google reads its own and others' parameters. None with an e-mail address. */
function describeAddress(): string {
  const address = new URL(window.location.href);
  const personal = [...address.searchParams].filter(([, value]) => value.includes('@'));
  for (const [name] of personal) address.searchParams.delete(name);
  return address.href.replace(/#.*/, '');
}

/**
 * Counts a lead as Google Ads' conversion. Name and phone stay with the other tag.
 * Source: https://support.google.com/google-ads/answer/7548399
 */
function sendConversion(send_to: string, transaction_id: string): void {
  window.gtag?.('event', 'conversion', { send_to, transaction_id });
}

/** Sends Google an event: its payload without what only joins the tracker's rows. */
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
  if (name === 'generate_lead' && adsConversion) sendConversion(adsConversion, lead_ref ?? '');
}
