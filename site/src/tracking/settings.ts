import type { TrackingContent } from '@funil/content/schema/tracking';

/** What content says of tracking, and the product's name. */
export type TrackingSettings = TrackingContent & { product: string };

const ELEMENT_ID = 'consent';

export const consentElement = (): HTMLElement | null => document.getElementById(ELEMENT_ID);

/** The settings as attributes of the page's consent element. */
export const settingsAttributes = (settings: TrackingSettings) => ({
  id: ELEMENT_ID,
  'data-tracking': JSON.stringify(settings),
});

const NOTHING: TrackingSettings = {
  gtag: null,
  pixel: null,
  sendLeadContact: false,
  consent: 'banner',
  product: '',
};

/** Reads them back; a page without the element tracks for itself alone. */
export function readSettings(): TrackingSettings {
  const text = consentElement()?.dataset.tracking;
  return text ? JSON.parse(text) : NOTHING;
}
