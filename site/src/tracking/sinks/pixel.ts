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
  switch (event.name) {
    case 'page_view':
      fbq('track', 'PageView');
      break;
    case 'generate_lead': {
      const { currency, value, lead_ref } = event.payload;
      fbq('track', 'Lead', { currency, value }, { eventID: lead_ref });
      break;
    }
    case 'purchase': {
      const { currency, value, transaction_id } = event.payload;
      fbq('track', 'Purchase', { currency, value }, { eventID: transaction_id });
    }
  }
}
