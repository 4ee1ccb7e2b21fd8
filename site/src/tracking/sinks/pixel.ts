import { isRefused } from '../consent-choice.ts';
import type { Occurrence } from '../track.ts';

declare global {
  interface Window {
    fbq?: (...parameters: unknown[]) => void;
  }
}

const money = ({ currency, value }: { currency: string; value: number }) => ({ currency, value });

/**
 * Sends Meta its standard events, where the pixel is. The fourth argument lets a server-side copy of
 * the same event be told to be the same.
 * Source: https://developers.facebook.com/docs/marketing-api/conversions-api/deduplicate-pixel-and-server-events
 */
export function sendToPixel(event: Occurrence): void {
  const { fbq } = window;
  if (typeof fbq !== 'function' || isRefused()) return;
  switch (event.name) {
    case 'page_view':
      fbq('track', 'PageView');
      break;
    case 'generate_lead':
      fbq('track', 'Lead', money(event.payload), { eventID: event.payload.lead_ref });
      break;
    case 'form_complete':
      // An application is a lead too; a lead's own form says so by `generate_lead`.
      if (event.payload.form !== 'aplicacao') break;
      fbq('track', 'Lead', {}, { eventID: event.payload.lead_ref });
      break;
    case 'purchase':
      fbq('track', 'Purchase', money(event.payload), { eventID: event.payload.transaction_id });
  }
}
