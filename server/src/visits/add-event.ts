import { UTM_FIELDS, utmsOf } from '@funil/contract/capture/utm';
import { joinSignals } from '@funil/contract/contacts/robot-signals';
import { HOUR_MS } from '@funil/contract/durations';
import type { EventPayloads } from '@funil/contract/visits/event';
import { TEXT_VERSIONS } from '@funil/contract/visits/tested-text';
import type { EventPosition, StoredEvent, Visit } from './visit.ts';

// The limits of a visit's detail, because browsers may report any text.
const MAX_SECTIONS_PER_VISIT = 40;
const MAX_PURCHASES_PER_VISIT = 20;
const MAX_VERSIONS_PER_VISIT = 4;
const MAX_VITAL_MS = HOUR_MS;
const MAX_EVENT_PRICE = 10_000_000;
const MAX_FORM_FIELD_LENGTH = 60;

export function beginVisit(event: StoredEvent): Visit {
  const { session_id, occurred_at, id, number, created_at } = event;
  const visit: Visit = {
    session_id,
    began_at: occurred_at,
    seen_at: created_at,
    last_number: number,
    first_event: id,
    ...utmsOf(event),
    cta: false,
    form_start: false,
    lead: false,
    checkout: false,
    purchase: false,
    application: false,
    lead_ref: null,
    application_ref: null,
    suspect: null,
    test: null,
    version: null,
    detail: {},
  };
  addEventDetails(visit, event);
  return visit;
}

/** Events may come in any order, but each only once. */
export function addEvent(visit: Visit, event: StoredEvent): void {
  visit.seen_at = Math.max(visit.seen_at, event.created_at);
  visit.last_number = Math.max(visit.last_number, event.number);
  const { occurred_at, id } = event;
  if (isAfter([visit.began_at, visit.first_event], [occurred_at, id])) {
    visit.began_at = occurred_at;
    visit.first_event = id;
    for (const column of UTM_FIELDS) visit[column] = event[column];
  }
  addEventDetails(visit, event);
}

const isAfter = ([timeA, idA]: EventPosition, [timeB, idB]: EventPosition) =>
  timeA > timeB || (timeA === timeB && idA > idB);

const isLatest = (event: StoredEvent, latest: EventPosition | undefined) =>
  latest === undefined || isAfter([event.occurred_at, event.id], latest);

const FORM_EVENTS = ['form_start', 'form_complete', 'form_abandon'];

function addEventDetails(visit: Visit, event: StoredEvent): void {
  const { name } = event;
  const signals = joinSignals(visit.detail.signals, event.signals);
  if (signals !== null) visit.detail.signals = signals.split(',').sort().join(',');
  addTestedVersion(visit, event);
  if (name === 'section_view') addSection(visit, event);
  else if (name === 'web_vital') addVital(visit, event);
  else if (name === 'cta_click') visit.cta = true;
  else if (name === 'checkout_redirect') visit.checkout = true;
  else if (name === 'generate_lead') reachStage(visit, event, 'lead');
  else if (name === 'purchase') addPurchase(visit, event);
  else if (FORM_EVENTS.includes(name)) addFormEvent(visit, event);
}

/** Adds the version of a tested text that the event's page showed. A visit counts for the version that it saw first. */
function addTestedVersion(visit: Visit, event: StoredEvent): void {
  const { test, version, occurred_at, id } = event;
  if (test === null || version === null) return;
  if (event.name === 'session_start') {
    const { seen_before }: EventPayloads['session_start'] = JSON.parse(event.payload);
    if (seen_before) visit.detail.seen_before = true;
  }
  visit.detail.versions ??= {};
  const { versions } = visit.detail;
  const key = `${version} ${test}`;
  if (!makeRoomFor(versions, key, MAX_VERSIONS_PER_VISIT)) return;
  const firstSeen = versions[key];
  if (firstSeen === undefined || isAfter(firstSeen, [occurred_at, id]))
    versions[key] = [occurred_at, id];
  const [firstKey] = Object.entries(versions).reduce((first, next) =>
    isAfter(first[1], next[1]) ? next : first,
  );
  visit.version = firstKey.startsWith('b') ? 'b' : 'a';
  visit.test = firstKey.slice(2);
  const sawBoth = TEXT_VERSIONS.every((each) => Object.hasOwn(versions, `${each} ${visit.test}`));
  if (sawBoth) visit.detail.saw_both = true;
  else delete visit.detail.saw_both;
}

/** A full record keeps the smallest keys, so that the order of events does not matter. */
function makeRoomFor<Value>(record: Record<string, Value>, key: string, maxKeys: number): boolean {
  const keys = Object.keys(record);
  if (Object.hasOwn(record, key) || keys.length < maxKeys) return true;
  const greatest = keys.reduce((a, b) => (a > b ? a : b));
  if (key > greatest) return false;
  delete record[greatest];
  return true;
}

function addSection({ detail }: Visit, event: StoredEvent): void {
  const { secao } = event;
  if (secao === null) return;
  const { time_in_view_ms }: EventPayloads['section_view'] = JSON.parse(event.payload);
  detail.sections ??= {};
  if (!makeRoomFor(detail.sections, secao, MAX_SECTIONS_PER_VISIT)) return;
  detail.sections[secao] =
    (Object.hasOwn(detail.sections, secao) ? (detail.sections[secao] ?? 0) : 0) + time_in_view_ms;
}

function addVital({ detail }: Visit, event: StoredEvent): void {
  const { metric, value }: EventPayloads['web_vital'] = JSON.parse(event.payload);
  if (value > MAX_VITAL_MS) return;
  detail.vitals ??= {};
  detail.vitals[metric] = Math.max(detail.vitals[metric] ?? 0, Math.round(value * 1e4) / 1e4);
}

function reachStage(visit: Visit, event: StoredEvent, stage: 'lead' | 'application'): void {
  visit[stage] = true;
  if (event.lead_ref === null || !isLatest(event, visit.detail[stage])) return;
  visit[`${stage}_ref`] = event.lead_ref;
  visit.detail[stage] = [event.occurred_at, event.id];
}

function addPurchase(visit: Visit, event: StoredEvent): void {
  visit.purchase = true;
  const { transaction_id, value, currency }: EventPayloads['purchase'] = JSON.parse(event.payload);
  if (value > MAX_EVENT_PRICE) return;
  visit.detail.purchases ??= {};
  const { purchases } = visit.detail;
  if (!makeRoomFor(purchases, transaction_id, MAX_PURCHASES_PER_VISIT)) return;
  const purchase = { currency, value };
  const knownPurchase = Object.hasOwn(purchases, transaction_id)
    ? purchases[transaction_id]
    : undefined;
  // Of two reports about one transaction, the smaller counts, so that the order of events does not matter.
  const isSmaller =
    !knownPurchase ||
    purchase.value < knownPurchase.value ||
    (purchase.value === knownPurchase.value && purchase.currency < knownPurchase.currency);
  if (isSmaller) purchases[transaction_id] = purchase;
}

function addFormEvent(visit: Visit, event: StoredEvent): void {
  const payload: EventPayloads['form_abandon'] = JSON.parse(event.payload);
  const { form, step = null, field = '' } = payload;
  visit.detail.forms ??= {};
  visit.detail.forms[form] ??= {};
  const progress = visit.detail.forms[form];
  if (event.name === 'form_start') {
    progress.started = true;
    if (form === 'lead') visit.form_start = true;
  } else if (event.name === 'form_complete') {
    progress.completed = true;
    if (form === 'aplicacao') reachStage(visit, event, 'application');
  } else if (event.name === 'form_abandon' && isLatest(event, progress.left?.at)) {
    progress.left = {
      at: [event.occurred_at, event.id],
      step,
      field: Array.from(field).slice(0, MAX_FORM_FIELD_LENGTH).join(''),
    };
  }
}
