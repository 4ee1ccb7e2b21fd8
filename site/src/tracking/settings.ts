import type { TrackingContent } from '@funil/content/schema/site';

const CONSENT_ELEMENT_ID = 'consent';

export const consentElement = (): HTMLElement | null => document.getElementById(CONSENT_ELEMENT_ID);

export const settingsAttributes = (settings: TrackingContent) => ({
  id: CONSENT_ELEMENT_ID,
  'data-tracking': JSON.stringify(settings, (_, value) => value ?? undefined),
});

/** The settings of a page without the element, which sends its events to its own backend only. */
const DEFAULT_SETTINGS: TrackingContent = {
  gtag: null,
  adsConversion: null,
  pixel: null,
  sendLeadContact: false,
  consent: 'banner',
};

export function readTrackingSettings(): TrackingContent {
  const text = consentElement()?.dataset.tracking;
  return { ...DEFAULT_SETTINGS, ...JSON.parse(text ?? '{}') };
}

/** Returns the ids of the tags of Google Analytics and Google Ads; the first tag's script serves both. */
export function googleTags({ gtag, adsConversion }: TrackingContent): string[] {
  const account = adsConversion?.split('/')[0];
  return [...new Set([gtag, account])].flatMap((id) => id ?? []);
}

/** True if Google or Meta is configured, so that visitors must be informed. */
export const hasThirdParties = (settings: TrackingContent): boolean =>
  googleTags(settings).length > 0 || settings.pixel !== null;
