import type { EventRow } from '@funil/contract/event';
import { fitEvent } from '@funil/contract/fit-event';
import { UTM_FIELDS, type Utms } from '@funil/contract/utm';
import type { VisitContext } from '@funil/contract/visit-context';
import { beaconEvents, sendEvents } from '../../capture/events.ts';
import { localRecords } from '../../visitor/storage.ts';
import { timeUuid } from '../../visitor/uuid.ts';
import type { Occurrence } from '../occurrence.ts';
import { createOutbox } from '../outbox.ts';

export const outbox = createOutbox({
  send: sendEvents,
  beacon: beaconEvents,
  storage: localRecords,
  isHidden: () => document.visibilityState === 'hidden',
});

/** UTMs as they came, save for an e-mail address: some senders put their reader's into links. */
function withoutAddresses(utms: Utms): Utms {
  const clean = { ...utms };
  for (const field of UTM_FIELDS) if (utms[field].includes('@')) clean[field] = '';
  return clean;
}

/** An event as a row of `jornada`; this has no access to who the visitor is. */
export function toRow({ name, payload, time, sessionId, utms }: Occurrence): EventRow {
  const id = timeUuid(time);
  return fitEvent({ id, sessionId, name, payload, time, utms: withoutAddresses(utms) });
}

type Describe = (event: Occurrence) => VisitContext | null;
let describeVisit: Describe | undefined;

/** From now on events carry what conversions need of their visit, where `describe` gives it. */
export function addContext(describe: Describe): void {
  describeVisit = describe;
}

export function keepForBackend(event: Occurrence): void {
  const context = describeVisit?.(event);
  outbox.add({ ...toRow(event), ...(context && { context }) });
}
