import type { EventName, EventPayloads, TrackedEvent } from '@funil/contract/visits/event';
import { afterPaint } from '../behaviours/timing.ts';
import { readArrival, redactAddress } from '../visitor/arrival.ts';
import { isOwnVisit } from '../visitor/own-visit.ts';
import { startVisitDuration } from '../visitor/record-journey.ts';
import { INACTIVITY_TIMEOUT_MS, touchSession } from '../visitor/session.ts';
import { readOrStoreUtms, reportedUtms } from '../visitor/utm.ts';
import { readFirstTestView } from '../visitor/version.ts';
import type { EventDetails, SinkEvent } from './sink-event.ts';
import { sendToGtag } from './sinks/gtag.ts';
import { queueForBackend } from './sinks/internal.ts';
import { sendToPixel } from './sinks/pixel.ts';

const EVENT_SINKS = [sendToGtag, sendToPixel, queueForBackend];

/** Runs `run`, and loses the event if it throws, so that no form fails because of tracking. */
export function attemptTracking(name: EventName, run: () => void): void {
  try {
    run();
  } catch (error) {
    console.warn(`tracking: ${name}`, error);
  }
}

function sendToSinks(event: SinkEvent): void {
  for (const sink of EVENT_SINKS) attemptTracking(event.name, () => sink(event));
}

const pendingEvents: SinkEvent[] = [];

export function flushEvents(): void {
  for (const event of pendingEvents.splice(0)) sendToSinks(event);
}

/** Sends the event after the next paint, so that the visitor sees the effect of a click first. */
export function track<Name extends EventName>(
  name: Name,
  payload: EventPayloads[Name],
  { time = Date.now(), ...details }: Partial<EventDetails> = {},
): void {
  if (isOwnVisit()) return;
  attemptTracking(name, () => {
    const { id: sessionId, isNew } = touchSession(time);
    const utms = reportedUtms(readOrStoreUtms());
    const wasQueueEmpty = pendingEvents.length === 0;
    if (isNew) {
      startVisitDuration(time);
      const arrival = readArrival(new URL(window.location.href), document.referrer);
      const hasSeenTestBefore = time - readFirstTestView() >= INACTIVITY_TIMEOUT_MS;
      const payload = { ...arrival, ...(hasSeenTestBefore && { seen_before: true as const }) };
      pendingEvents.push({ name: 'session_start', payload, time, sessionId, utms });
    }
    pendingEvents.push({
      ...({ name, payload } as TrackedEvent),
      ...details,
      time,
      sessionId,
      utms,
    });
    if (wasQueueEmpty) afterPaint(flushEvents);
  });
}

let isViewReported = false;

export function reportPageView(): void {
  if (isViewReported) return;
  isViewReported = true;
  track('page_view', {
    page_title: document.title,
    page_location: redactAddress(new URL(location.href)),
  });
}
