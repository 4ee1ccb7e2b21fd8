import { type Choice, defaultChoice, readChoice } from './consent-choice.ts';
import { googleTags, type TrackingSettings } from './settings.ts';

declare global {
  interface Window {
    dataLayer?: unknown[];
    _fbq?: unknown;
  }
}

type Call = (...parameters: unknown[]) => void;

/** Meta's stand-in until its script arrives and sets `callMethod`. */
type PixelQueue = Call & {
  callMethod?: Call;
  queue: unknown[][];
  loaded: boolean;
  version: string;
};

/** Google's four signals of Consent Mode v2, all alike. */
const signals = (choice: Choice) => ({
  ad_storage: choice,
  ad_user_data: choice,
  ad_personalization: choice,
  analytics_storage: choice,
});

/**
 * Lets gtag be called before its script is there. The order is Google's: default, then what is
 * known to be chosen, then everything else.
 * Source: https://developers.google.com/tag-platform/security/guides/consent
 */
function prepareGtag(settings: TrackingSettings): void {
  const { consent } = settings;
  const layer: unknown[] = [];
  window.dataLayer ??= layer;
  window.gtag ??= function gtag() {
    // biome-ignore lint/complexity/noArguments: Google's script tells commands from data by this object
    window.dataLayer?.push(arguments);
  };
  const choice = readChoice();
  window.gtag('consent', 'default', signals(defaultChoice(consent)));
  if (choice) window.gtag('consent', 'update', signals(choice));
  window.gtag('js', new Date());
  // The page view is sent by track.ts, once, a second after load.
  for (const id of googleTags(settings)) window.gtag('config', id, { send_page_view: false });
}

/**
 * Lets the pixel be called before its script is there.
 * Source: https://developers.facebook.com/docs/meta-pixel/implementation/gdpr
 */
function preparePixel(id: string, { consent }: TrackingSettings): void {
  if (!window.fbq) {
    const queue: unknown[][] = [];
    const call: Call = (...parameters) => {
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
  // Without this the pixel reports clicks and page contents by itself.
  window.fbq('set', 'autoConfig', false, id);
  window.fbq('init', id);
}

export function prepareThirdParties(settings: TrackingSettings): void {
  if (googleTags(settings).length > 0) prepareGtag(settings);
  if (settings.pixel !== null) preparePixel(settings.pixel, settings);
}

export function announceChoice(choice: Choice, settings: TrackingSettings): void {
  const { pixel } = settings;
  if (googleTags(settings).length > 0) window.gtag?.('consent', 'update', signals(choice));
  if (pixel !== null) window.fbq?.('consent', choice === 'granted' ? 'grant' : 'revoke');
}

/** Marks a script that has run, or never will. */
const ENDED = 'data-ended';

function loadScript(address: string): void {
  if (document.querySelector(`script[src="${address}"]`)) return;
  const script = document.createElement('script');
  script.src = address;
  script.async = true;
  // Seen by visit-context.ts: what ended without its work done was kept from it.
  script.onload = script.onerror = () => script.setAttribute(ENDED, '');
  document.head.append(script);
}

/** Fetches the configured scripts; called once consent is there and the page is idle. */
export function loadThirdParties(settings: TrackingSettings): void {
  const { pixel } = settings;
  const [tag] = googleTags(settings);
  if (tag) loadScript(`https://www.googletagmanager.com/gtag/js?id=${tag}`);
  if (pixel !== null) loadScript('https://connect.facebook.net/en_US/fbevents.js');
}
