// Fetched when idle, and only where Google or Meta is configured. It imports nothing that runs anyway: what
// two scripts share would be a file of its own, and the page's first script larger.
import { fitVisitContext } from '@funil/contract/fit-visit-context';
import type { FormName } from '@funil/contract/tracked-events';
import type { VisitContext } from '@funil/contract/visit-context';
import { type FacebookClick, readAdClicks } from '../visitor/ad-clicks.ts';
import type { RecordStorage } from '../visitor/storage.ts';
import type { Choice } from './consent-choice.ts';
import type { Occurrence } from './occurrence.ts';
import type { TrackingSettings } from './settings.ts';

interface ContextParts {
  settings: TrackingSettings;
  storage: RecordStorage;
  readChoice(): Choice | undefined;
  isGranted(mode: TrackingSettings['consent']): boolean;
  /** Whether Meta was told of this visit's visitor by the other form. */
  isOthers(form: FormName, visit: string): boolean;
  describeLocation(address: URL): string;
}

declare global {
  interface Window {
    /** Google's script itself, once it has run. */
    google_tag_manager?: unknown;
  }
}

const isGoogleThere = () => window.google_tag_manager !== undefined;
const isMetaThere = () => typeof Object(window.fbq).callMethod === 'function';

/** Whether a script that is still on its way may yet tell what it was given. */
const isComing = (host: string) =>
  document.querySelector(`script[src^="https://${host}/"]:not([data-ended])`) !== null;

function readCookie(name: string): string | undefined {
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${name}=`));
  return found?.slice(name.length + 1);
}

/** Tags of Analytics have ids of browser and visit; those of Ads have not. */
const findAnalytics = ({ gtag }: TrackingSettings) => (gtag?.startsWith('G-') ? gtag : undefined);

/** What gtag answers; it may do so later, or never. */
const answered: { client_id?: unknown; session_id?: unknown } = {};

// Source: https://developers.google.com/tag-platform/gtagjs/reference#get
function askGoogle(settings: TrackingSettings): void {
  const tag = findAnalytics(settings);
  if (!tag || !isGoogleThere()) return;
  for (const field of ['client_id', 'session_id'] as const) {
    window.gtag?.('get', tag, field, (value: unknown) => {
      answered[field] = String(value ?? '');
    });
  }
}

/** Ids of browser and visit: gtag's own word, else what it wrote down. */
function describeGoogle(settings: TrackingSettings) {
  const stream = findAnalytics(settings)?.slice(2);
  const visit = stream && readCookie(`_ga_${stream}`);
  return {
    client_id: answered.client_id || /^GA\d\.\d+\.(.+)$/.exec(readCookie('_ga') ?? '')?.[1],
    session_id: answered.session_id || /^GS\d\.\d+\.s?(\d+)/.exec(visit ?? '')?.[1],
  };
}

/**
 * Meta's cookie of the click as it is, or in its form what a click that it does not know would have
 * become.
 * Source: https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/fbp-and-fbc
 */
export function describeFacebookClick(
  cookie: string | undefined,
  click: FacebookClick | undefined,
): string | undefined {
  if (!click || cookie?.includes(`.${click.fbclid}`)) return cookie;
  const isCookieNewer = Number(cookie?.split('.')[2]) > click.time;
  return isCookieNewer ? cookie : `fb.1.${click.time}.${click.fbclid}`;
}

/** The form whose lead an event confirms. */
function confirmedForm(event: Occurrence): FormName | undefined {
  if (event.name === 'generate_lead') return 'lead';
  const isApplication = event.name === 'form_complete' && event.payload.form === 'aplicacao';
  return isApplication ? 'aplicacao' : undefined;
}

/**
 * Gives what conversions need to know of the visit of an event that confirms a lead; null for any other
 * event, and for a visitor who has not let anybody be told.
 */
export function createContext(parts: ContextParts): (event: Occurrence) => VisitContext | null {
  const { settings, storage } = parts;
  const isGranted = () => parts.isGranted(settings.consent);
  const readClicks = () => readAdClicks(window.location.search, performance.timeOrigin, storage);

  function describeVisit(event: Occurrence): VisitContext | null {
    if (!isGranted()) return null;
    const form = confirmedForm(event);
    if (!form) {
      // Before it is needed: the answer comes when it comes. A visit that was left may be another by now.
      if (event.name === 'cta_click' || !answered.client_id) askGoogle(settings);
      return null;
    }
    const { facebook, google } = readClicks();
    return fitVisitContext({
      ...google,
      ...describeGoogle(settings),
      consent: parts.readChoice() ?? 'unasked',
      fbp: readCookie('_fbp'),
      fbc: describeFacebookClick(readCookie('_fbc'), facebook),
      page_location: parts.describeLocation(new URL(window.location.href)),
      gtag: isGoogleThere() || isComing('www.googletagmanager.com'),
      fbq: isMetaThere() || isComing('connect.facebook.net'),
      other_form: parts.isOthers(form, event.sessionId),
    });
  }

  if (isGranted()) readClicks();
  return (event) => {
    try {
      return describeVisit(event);
    } catch {
      // The lead's event matters more: it goes without.
      return null;
    }
  };
}
