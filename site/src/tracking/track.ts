import type { EventName, EventPayloads, TrackedEvent } from '@funil/contract/tracked-events';
import { afterPaint } from '../behaviours/timing.ts';
import { describeLocation, readArrival } from '../visitor/arrival.ts';
import { isOwnVisit } from '../visitor/own-visit.ts';
import { recordVisit } from '../visitor/record-journey.ts';
import { touchSession } from '../visitor/session.ts';
import { readUtms, utmColumns } from '../visitor/utm.ts';
import type { Circumstances, Occurrence } from './occurrence.ts';
import { sendToGtag } from './sinks/gtag.ts';
import { keepForBackend } from './sinks/internal.ts';
import { sendToPixel } from './sinks/pixel.ts';

const SINKS = [sendToGtag, sendToPixel, keepForBackend];

function deliver(occurrence: Occurrence): void {
  for (const sink of SINKS) {
    try {
      sink(occurrence);
    } catch (error) {
      // This event is lost to this sink; the page and the other sinks go on.
      console.warn(`tracking: ${occurrence.name}`, error);
    }
  }
}

const waiting: Occurrence[] = [];

/** Hands what has happened to the sinks now: before the page ends, or what was saved is told of. */
export function tellWaiting(): void {
  for (const occurrence of waiting.splice(0)) deliver(occurrence);
}

/** The one door every event goes through; the sinks hear of it once its press is answered. */
export function track<Name extends EventName>(
  name: Name,
  payload: EventPayloads[Name],
  { time = Date.now(), ...more }: Partial<Circumstances> = {},
): void {
  if (isOwnVisit()) return;
  const { id: sessionId, isNew } = touchSession(time);
  const utms = utmColumns(readUtms());
  const isFirst = waiting.length === 0;
  if (isNew) {
    recordVisit(new Date(time));
    const arrival = readArrival(new URL(window.location.href), document.referrer);
    waiting.push({ name: 'session_start', payload: arrival, time, sessionId, utms });
  }
  waiting.push({ ...({ name, payload } as TrackedEvent), ...more, time, sessionId, utms });
  if (isFirst) afterPaint(tellWaiting);
}

let isViewReported = false;

/** Reports the page view, once: a second after load, or on the way to the checkout if that comes first. */
export function reportPageView(): void {
  if (isViewReported) return;
  isViewReported = true;
  track('page_view', {
    page_title: document.title,
    page_location: describeLocation(new URL(location.href)),
  });
}
