import type { TrackingContent } from '@funil/content/schema/site';

export type TrackingSettings = TrackingContent;

const CONSENT_ELEMENT_ID = 'consent';

export const consentElement = (): HTMLElement | null => document.getElementById(CONSENT_ELEMENT_ID);

export const settingsAttributes = (settings: TrackingSettings) => ({
  id: CONSENT_ELEMENT_ID,
  'data-tracking': JSON.stringify(settings, (_, value) => value ?? undefined),
});

/** The settings of a page without the element, which sends its events to its own backend only. */
const DEFAULT_SETTINGS: TrackingSettings = {
  gtag: null,
  adsConversion: null,
  pixel: null,
  sendLeadContact: false,
  consent: 'banner',
};

export function readSettings(): TrackingSettings {
  const text = consentElement()?.dataset.tracking;
  return { ...DEFAULT_SETTINGS, ...JSON.parse(text ?? '{}') };
}

/** The first tag's script serves all tags. */
export function googleTags({ gtag, adsConversion }: TrackingSettings): string[] {
  const account = adsConversion?.split('/')[0];
  return [...new Set([gtag, account])].flatMap((id) => id ?? []);
}

/** True if Google or Meta is configured, so that visitors must be informed. */
export const hasThirdParties = (settings: TrackingSettings): boolean =>
  googleTags(settings).length > 0 || settings.pixel !== null;
