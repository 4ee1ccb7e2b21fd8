import type { TrackingContent } from '@funil/content/schema/site';

/** What content says of tracking, read back from the page's consent element. */
export type TrackingSettings = TrackingContent;

const ELEMENT_ID = 'consent';

export const consentElement = (): HTMLElement | null => document.getElementById(ELEMENT_ID);

/** The settings as attributes of that element. */
export const settingsAttributes = (settings: TrackingSettings) => ({
  id: ELEMENT_ID,
  'data-tracking': JSON.stringify(settings, (_, value) => value ?? undefined),
});

/** A page without the element tracks for itself alone. */
const NOTHING: TrackingSettings = {
  gtag: null,
  adsConversion: null,
  pixel: null,
  sendLeadContact: false,
  consent: 'banner',
};

export function readSettings(): TrackingSettings {
  const text = consentElement()?.dataset.tracking;
  return { ...NOTHING, ...JSON.parse(text ?? '{}') };
}

/** Google's tags that content configures: the first is fetched, and serves the others. */
export function googleTags({ gtag, adsConversion }: TrackingSettings): string[] {
  const account = adsConversion?.split('/')[0];
  return [...new Set([gtag, account])].flatMap((id) => id ?? []);
}

/** Whether the page tells Google or Meta of visits, and therefore the visitor of that. */
export const hasThirdParties = (settings: TrackingSettings): boolean =>
  googleTags(settings).length > 0 || settings.pixel !== null;
