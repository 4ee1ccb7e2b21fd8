import { isGranted } from '../visitor/consent-choice.ts';
import { readTrackingSettings } from './settings.ts';
import { outbox } from './sinks/internal.ts';
import { attemptTracking, flushEvents, reportPageView, track } from './track.ts';
import { reportFormEvent } from './watch/forms.ts';

interface LeadContact {
  nome: string;
  telefone: string;
}

const reportedLeads = new Set<string>();

/** Adds the contact if content and visitor allow it; Google Ads refuses clear text. */
function contactOf({ nome, telefone }: LeadContact) {
  const { sendLeadContact, consent, gtag, adsConversion } = readTrackingSettings();
  const isAdsOnly = (gtag ?? adsConversion)?.startsWith('AW-');
  if (!sendLeadContact || !isGranted(consent) || isAdsOnly) return {};
  return { contact: { lead_name: nome, lead_phone: telefone } };
}

/** Reports a confirmed save; `generate_lead` once per lead. */
export function reportLead(leadKey: string, lead: LeadContact): void {
  reportFormEvent({ action: 'complete', form: 'lead', rowKey: leadKey });
  if (reportedLeads.has(leadKey)) return;
  reportedLeads.add(leadKey);
  attemptTracking('generate_lead', () => {
    track('generate_lead', { currency: 'BRL', value: 0, lead_ref: leadKey }, contactOf(lead));
    flushEvents();
    void outbox.flush();
  });
}

/** Reports the redirect, and sends all events before the redirect ends the page. */
export function reportCheckout(leadKey: string): void {
  attemptTracking('checkout_redirect', () => {
    // Reports the page view first, because on a slow connection the redirect may come before the page has loaded.
    reportPageView();
    track('checkout_redirect', { lead_ref: leadKey });
    flushEvents();
    outbox.leave();
  });
}
