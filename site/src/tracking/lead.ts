import { isGranted } from './consent-choice.ts';
import { readSettings, type TrackingSettings } from './settings.ts';
import { outbox } from './sinks/internal.ts';
import { reportPageView, tellWaiting, track } from './track.ts';
import { tellForm } from './watch/forms.ts';

interface Lead {
  nome: string;
  telefone: string;
}

const reported = new Set<string>();

/** Whether Google Ads alone would hear: it takes neither name nor phone as they are. */
const isAdsAlone = ({ gtag, adsConversion }: TrackingSettings) =>
  (gtag ?? adsConversion)?.startsWith('AW-') ?? false;

/** Name and phone, for Google alone, where content and the visitor allow it. */
function contactOf({ nome, telefone }: Lead) {
  const settings = readSettings();
  const isAllowed = settings.sendLeadContact && isGranted(settings.consent);
  if (!isAllowed || isAdsAlone(settings)) return {};
  return { contact: { lead_name: nome, lead_phone: telefone } };
}

/**
 * Tells of a confirmed save; of the lead once, however often it is confirmed.
 * @param ref the submission's idempotency key
 */
export function reportLead(ref: string, lead: Lead): void {
  tellForm({ action: 'complete', form: 'lead', ref });
  if (reported.has(ref)) return;
  reported.add(ref);
  track('generate_lead', { currency: 'BRL', value: 0, lead_ref: ref }, contactOf(lead));
  tellWaiting();
  void outbox.flush();
}

/**
 * Reports the way to the checkout, and sends everything before the page ends. On a slow line the page has not
 * loaded by then: its view is reported now.
 */
export function reportCheckout(ref: string): void {
  reportPageView();
  track('checkout_redirect', { lead_ref: ref });
  tellWaiting();
  outbox.leave();
}
