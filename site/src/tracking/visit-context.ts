// The page's script passes its functions as parameters, because modules that both import would become further files.

import type { TrackingContent } from '@funil/content/schema/site';
import { measurementIdOf } from '@funil/contract/site/google-tags';
import type { FormName } from '@funil/contract/visits/event';
import {
  META_ID_PATTERN,
  sanitizeVisitContext,
  type VisitContext,
} from '@funil/contract/visits/visit-context';
import { type FacebookClick, readAdClicks } from '../visitor/ad-clicks.ts';
import type { ConsentChoice } from '../visitor/consent-choice.ts';
import type { RecordStorage } from '../visitor/storage.ts';
import type { SinkEvent } from './sink-event.ts';

interface ContextDependencies {
  settings: TrackingContent;
  storage: RecordStorage;
  readChoice(): ConsentChoice | undefined;
  isGranted(mode: TrackingContent['consent']): boolean;
  isLeadByOtherForm(form: FormName, visit: string): boolean;
  redactAddress(address: URL): string;
}

declare global {
  interface Window {
    google_tag_manager?: unknown;
  }
}

const isGtagLoaded = () => window.google_tag_manager !== undefined;
const isPixelLoaded = () => typeof Object(window.fbq).callMethod === 'function';

/** True while a host's script loads, which will process the queued calls. */
const isScriptLoading = (host: string) =>
  document.querySelector(`script[src^="https://${host}/"]:not([data-ended])`) !== null;

function readCookie(name: string): string | undefined {
  const cookie = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`));
  return cookie?.slice(name.length + 1);
}

/** The ids that gtag replied, by their names. */
const gtagIds: { client_id?: unknown; session_id?: unknown } = {};

// Source: https://developers.google.com/tag-platform/gtagjs/reference#get
function requestGtagIds(settings: TrackingContent): void {
  const tag = measurementIdOf(settings.gtag);
  if (!tag || !isGtagLoaded()) return;
  for (const field of ['client_id', 'session_id'] as const) {
    window.gtag?.('get', tag, field, (value: unknown) => {
      gtagIds[field] = String(value ?? '');
    });
  }
}

/** Returns the ids of browser and visit from gtag's replies or, if gtag has not replied, from its cookies. */
function describeGoogle(settings: TrackingContent) {
  const streamId = measurementIdOf(settings.gtag)?.slice(2);
  const sessionCookie = streamId && readCookie(`_ga_${streamId}`);
  return {
    client_id: gtagIds.client_id || /^GA\d\.\d+\.(.+)$/.exec(readCookie('_ga') ?? '')?.[1],
    session_id: gtagIds.session_id || /^GS\d\.\d+\.s?(\d+)/.exec(sessionCookie ?? '')?.[1],
  };
}

/**
 * Returns Meta's click cookie, or the value it would have for a newer click. Source:
 * https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/fbp-and-fbc
 */
export function describeFacebookClick(
  storedCookie: string | undefined,
  click: FacebookClick | undefined,
): string | undefined {
  const cookie = storedCookie && META_ID_PATTERN.test(storedCookie) ? storedCookie : undefined;
  if (!click || cookie?.includes(`.${click.fbclid}`)) return cookie;
  const isCookieNewer = Number(cookie?.split('.')[2]) > click.time;
  return isCookieNewer ? cookie : `fb.1.${click.time}.${click.fbclid}`;
}

function confirmedForm(event: SinkEvent): FormName | undefined {
  if (event.name === 'generate_lead') return 'lead';
  const isApplication = event.name === 'form_complete' && event.payload.form === 'aplicacao';
  return isApplication ? 'aplicacao' : undefined;
}

/** Returns null for an event that confirms no lead, and without consent. */
export function createVisitDescriber(
  deps: ContextDependencies,
): (event: SinkEvent) => VisitContext | null {
  const { settings, storage } = deps;
  const isGranted = () => deps.isGranted(settings.consent);
  const readClicks = () => readAdClicks(window.location.search, performance.timeOrigin, storage);

  function describeVisit(event: SinkEvent): VisitContext | null {
    if (!isGranted()) return null;
    // At every event, because a visitor who consents later than at the first page may return without click ids.
    const { facebook, google } = readClicks();
    const form = confirmedForm(event);
    if (!form) {
      // Before a form is sent, because gtag does not reply at once, and at a `cta_click`, which may start a new visit.
      if (event.name === 'cta_click' || !gtagIds.client_id) requestGtagIds(settings);
      return null;
    }
    return sanitizeVisitContext({
      ...google,
      ...describeGoogle(settings),
      consent: deps.readChoice() ?? 'unasked',
      fbp: readCookie('_fbp'),
      fbc: describeFacebookClick(readCookie('_fbc'), facebook),
      page_location: deps.redactAddress(new URL(window.location.href)),
      gtag: isGtagLoaded() || isScriptLoading('www.googletagmanager.com'),
      fbq: isPixelLoaded() || isScriptLoading('connect.facebook.net'),
      other_form: deps.isLeadByOtherForm(form, event.sessionId),
    });
  }

  if (isGranted()) readClicks();
  return (event) => {
    try {
      return describeVisit(event);
    } catch {
      // The caller sends the event without a context.
      return null;
    }
  };
}
