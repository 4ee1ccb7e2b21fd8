import type { FormName } from '@funil/contract/tracked-events';
import { localRecords } from '../../visitor/storage.ts';
import { isRefused } from '../consent-choice.ts';
import type { Occurrence } from '../occurrence.ts';

declare global {
  interface Window {
    fbq?: (...parameters: unknown[]) => void;
  }
}

const money = ({ currency, value }: { currency: string; value: number }) => ({ currency, value });

/** Which form made this visit's visitor a lead: `<visit>/<form>`. */
const STORAGE_KEY = 'pixel_lead';

/** Whether the visitor became a lead in this visit by the other form: one person, told once. */
export const isOthers = (form: FormName, visit: string): boolean =>
  localRecords.read(STORAGE_KEY) === `${visit}/${form === 'lead' ? 'aplicacao' : 'lead'}`;

function isToldByOther(form: FormName, visit: string): boolean {
  if (isOthers(form, visit)) return true;
  localRecords.write(STORAGE_KEY, `${visit}/${form}`);
  return false;
}

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
      if (isToldByOther('lead', event.sessionId)) break;
      fbq('track', 'Lead', money(event.payload), { eventID: event.payload.lead_ref });
      break;
    case 'form_complete':
      // An application is a lead too; a lead's own form says so by `generate_lead`.
      if (event.payload.form !== 'aplicacao') break;
      if (isToldByOther('aplicacao', event.sessionId)) break;
      fbq('track', 'Lead', {}, { eventID: event.payload.lead_ref });
      break;
    case 'purchase':
      fbq('track', 'Purchase', money(event.payload), { eventID: event.payload.transaction_id });
  }
}
