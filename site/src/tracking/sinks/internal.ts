import type { EventRow } from '@funil/contract/visits/event';
import { makeEventRow } from '@funil/contract/visits/event-rows';
import type { VisitContext } from '@funil/contract/visits/visit-context';
import { beaconEvents, sendEvents } from '../../capture/events.ts';
import { localRecords } from '../../visitor/storage.ts';
import { timeUuid } from '../../visitor/uuid.ts';
import { readVersion } from '../../visitor/version.ts';
import { createOutbox } from '../outbox.ts';
import type { SinkEvent } from '../sink-event.ts';

export const outbox = createOutbox({
  send: sendEvents,
  beacon: beaconEvents,
  storage: localRecords,
  isHidden: () => document.visibilityState === 'hidden',
});

export function toEventRow({ name, payload, time, sessionId, utms }: SinkEvent): EventRow {
  const id = timeUuid(time);
  const row = makeEventRow({ id, sessionId, name, payload, time, utms });
  return { ...row, ...readVersion() };
}

type DescribeVisit = (event: SinkEvent) => VisitContext | null;
let describeVisit: DescribeVisit | undefined;

/** Adds the visit's context to later events for which `describe` returns one. */
export function setVisitDescriber(describe: DescribeVisit): void {
  describeVisit = describe;
}

export function queueForBackend(event: SinkEvent): void {
  const context = describeVisit?.(event);
  outbox.add({ ...toEventRow(event), ...(context && { context }) });
}
