import type { Occurrence } from '../track.ts';

declare global {
  interface Window {
    fbq?: (...parameters: unknown[]) => void;
  }
}

/**
 * Sends Meta its standard events, where the pixel is. The fourth argument lets a server-side copy of
 * the same event be told to be the same.
 * Source: https://developers.facebook.com/docs/marketing-api/conversions-api/deduplicate-pixel-and-server-events
 */
export function sendToPixel(event: Occurrence): void {
  const { fbq } = window;
  if (typeof fbq !== 'function') return;
  if (event.name === 'page_view') fbq('track', 'PageView');
  if (event.name !== 'generate_lead' && event.name !== 'purchase') return;
  const { currency, value } = event.payload;
  const [name, eventID] =
    event.name === 'purchase'
      ? ['Purchase', event.payload.transaction_id]
      : ['Lead', event.payload.lead_ref];
  fbq('track', name, { currency, value }, { eventID });
}
