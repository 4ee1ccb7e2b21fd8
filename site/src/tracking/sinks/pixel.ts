import type { FormName } from '@funil/contract/visits/event';
import { isRefused } from '../../visitor/consent-choice.ts';
import { localRecords } from '../../visitor/storage.ts';
import type { SinkEvent } from '../sink-event.ts';

declare global {
  interface Window {
    fbq?: (...parameters: unknown[]) => void;
  }
}

const moneyOf = ({ currency, value }: { currency: string; value: number }) => ({ currency, value });

/** The record holds `<visit>/<form>` of the form that made this visitor a lead. */
const PIXEL_LEAD_STORAGE_KEY = 'pixel_lead';

/** Meta must count a person once, even if the visitor sent both forms. */
export const isLeadByOtherForm = (form: FormName, visit: string): boolean =>
  localRecords.read(PIXEL_LEAD_STORAGE_KEY) ===
  `${visit}/${form === 'lead' ? 'aplicacao' : 'lead'}`;

/** Records this form's lead in this visit. Returns false, and records nothing, if the other form already has one. */
function claimLead(form: FormName, visit: string): boolean {
  if (isLeadByOtherForm(form, visit)) return false;
  localRecords.write(PIXEL_LEAD_STORAGE_KEY, `${visit}/${form}`);
  return true;
}

/**
 * Meta discards the server's copy by the event id in the fourth argument. Source:
 * https://developers.facebook.com/docs/marketing-api/conversions-api/deduplicate-pixel-and-server-events
 */
export function sendToPixel(event: SinkEvent): void {
  const { fbq } = window;
  if (typeof fbq !== 'function' || isRefused()) return;
  switch (event.name) {
    case 'page_view':
      fbq('track', 'PageView');
      break;
    case 'generate_lead':
      if (!claimLead('lead', event.sessionId)) break;
      fbq('track', 'Lead', moneyOf(event.payload), { eventID: event.payload.lead_ref });
      break;
    case 'form_complete':
      // `generate_lead` reports the short form's lead.
      if (event.payload.form !== 'aplicacao') break;
      if (!claimLead('aplicacao', event.sessionId)) break;
      fbq('track', 'Lead', {}, { eventID: event.payload.lead_ref });
      break;
    case 'purchase':
      fbq('track', 'Purchase', moneyOf(event.payload), { eventID: event.payload.transaction_id });
  }
}
