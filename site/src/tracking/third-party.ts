import type { TrackingContent } from '@funil/content/schema/site';
import { AT_SIGN_PATTERN } from '@funil/contract/visits/tracked-events';
import { withoutEmails } from '../visitor/arrival.ts';
import { type ConsentChoice, defaultChoice, readChoice } from '../visitor/consent-choice.ts';
import { googleTags } from './settings.ts';

declare global {
  interface Window {
    dataLayer?: unknown[];
    _fbq?: unknown;
  }
}

type QueuedCall = (...parameters: unknown[]) => void;

/** Queues calls until Meta's script sets `callMethod`. */
type PixelQueue = QueuedCall & {
  callMethod?: QueuedCall;
  queue: unknown[][];
  loaded: boolean;
  version: string;
};

/** Google's four signals of Consent Mode v2. */
const consentSignals = (choice: ConsentChoice) => ({
  ad_storage: choice,
  ad_user_data: choice,
  ad_personalization: choice,
  analytics_storage: choice,
});

/**
 * Google requires this order: default consent, stored choice, other commands. Source:
 * https://developers.google.com/tag-platform/security/guides/consent
 */
function prepareGtag(settings: TrackingContent): void {
  const { consent } = settings;
  window.dataLayer ??= [];
  window.gtag ??= function gtag() {
    // biome-ignore lint/complexity/noArguments: Google's script recognizes commands by this object
    window.dataLayer?.push(arguments);
  };
  const choice = readChoice();
  window.gtag('consent', 'default', consentSignals(defaultChoice(consent)));
  if (choice) window.gtag('consent', 'update', consentSignals(choice));
  window.gtag('js', new Date());
  const { href, search } = window.location;
  // If the page's address contains an e-mail address, Google's own events get an address without it.
  const address = AT_SIGN_PATTERN.test(search) && { page_location: withoutEmails(href) };
  for (const id of googleTags(settings))
    window.gtag('config', id, { send_page_view: false, ...address });
}

/** Source: https://developers.facebook.com/docs/meta-pixel/implementation/gdpr */
function preparePixel(id: string, { consent }: TrackingContent): void {
  if (!window.fbq) {
    const queue: unknown[][] = [];
    const call: QueuedCall = (...parameters) => {
      if (fbq.callMethod) fbq.callMethod(...parameters);
      else queue.push(parameters);
    };
    const fbq: PixelQueue = Object.assign(call, { queue, loaded: true, version: '2.0' });
    Object.assign(fbq, { push: fbq });
    window.fbq = fbq;
    window._fbq ??= fbq;
  }
  const choice = readChoice() ?? defaultChoice(consent);
  if (choice === 'denied') window.fbq('consent', 'revoke');
  // By default the pixel reports clicks and page contents.
  window.fbq('set', 'autoConfig', false, id);
  window.fbq('init', id);
}

export function prepareThirdParties(settings: TrackingContent): void {
  if (googleTags(settings).length > 0) prepareGtag(settings);
  if (settings.pixel !== null) preparePixel(settings.pixel, settings);
}

export function sendConsentToThirdParties(choice: ConsentChoice, settings: TrackingContent): void {
  const { pixel } = settings;
  if (googleTags(settings).length > 0) window.gtag?.('consent', 'update', consentSignals(choice));
  if (pixel !== null) window.fbq?.('consent', choice === 'granted' ? 'grant' : 'revoke');
}

function loadScript(address: string): void {
  if (document.querySelector(`script[src="${address}"]`)) return;
  const script = document.createElement('script');
  script.src = address;
  script.async = true;
  // visit-context.ts tells a pending script from a blocked one by this attribute.
  script.onload = script.onerror = () => script.setAttribute('data-ended', '');
  document.head.append(script);
}

export function loadThirdParties(settings: TrackingContent): void {
  const { pixel } = settings;
  const [tag] = googleTags(settings);
  if (tag) loadScript(`https://www.googletagmanager.com/gtag/js?id=${tag}`);
  if (pixel !== null) loadScript('https://connect.facebook.net/en_US/fbevents.js');
}
