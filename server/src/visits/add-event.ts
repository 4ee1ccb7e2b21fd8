import { UTM_FIELDS } from '@funil/contract/utm';
import {
  admitKey,
  type EventPosition,
  type FormProgress,
  METRICS,
  type StoredEvent,
  type Visit,
} from './visit.ts';

const FORMS = ['lead', 'aplicacao'];
/** Most sections, and purchases, of one visit: a session's events are whatever its browser said. */
const MOST_SECTIONS = 40;
const MOST_PURCHASES = 20;
/** A day, in ms: more, no section is in view within a visit. */
const LONGEST_VIEW = 86_400_000;
/** An hour, in ms: more, no vital measures. */
const LARGEST_VITAL = 3_600_000;
/** More, in the currency's main unit, nothing on a sales page costs. */
const LARGEST_PRICE = 10_000_000;
const LAST_STEP = 20;
/** Longest name of a field that is kept; the page's own are shorter. */
const LONGEST_FIELD = 60;

/** The visit of an event that is its first so far. */
export function beginVisit(event: StoredEvent): Visit {
  const { session_id, occurred_at, id, number, created_at } = event;
  const { utm_source, utm_medium, utm_campaign, utm_content, utm_term } = event;
  const visit: Visit = {
    ...{ session_id, began_at: occurred_at, seen_at: created_at, last_number: number },
    ...{ first_event: id, utm_source, utm_medium, utm_campaign, utm_content, utm_term },
    ...{ cta: false, form_start: false, lead: false, checkout: false },
    ...{ purchase: false, application: false, lead_ref: null, application_ref: null },
    detail: {},
  };
  addWhatHappened(visit, event);
  return visit;
}

/** Adds an event to its visit, in any order; one that the visit holds already must not come again. */
export function addEvent(visit: Visit, event: StoredEvent): void {
  visit.seen_at = Math.max(visit.seen_at, event.created_at);
  visit.last_number = Math.max(visit.last_number, event.number);
  const { occurred_at, id } = event;
  if (isAfter([visit.began_at, visit.first_event], [occurred_at, id])) {
    visit.began_at = occurred_at;
    visit.first_event = id;
    for (const column of UTM_FIELDS) visit[column] = event[column];
  }
  addWhatHappened(visit, event);
}

const isAfter = ([timeA, idA]: EventPosition, [timeB, idB]: EventPosition) =>
  timeA > timeB || (timeA === timeB && idA > idB);

const isLatest = (event: StoredEvent, mark: EventPosition | undefined) =>
  mark === undefined || isAfter([event.occurred_at, event.id], mark);

function addWhatHappened(visit: Visit, event: StoredEvent): void {
  const { name } = event;
  if (name === 'section_view') addSection(visit, event);
  else if (name === 'web_vital') addVital(visit, event);
  else if (name === 'cta_click') visit.cta = true;
  else if (name === 'checkout_redirect') visit.checkout = true;
  else if (name === 'generate_lead') addLead(visit, event);
  else if (name === 'purchase') addPurchase(visit, event);
  else if (name.startsWith('form_')) addFormMoment(visit, event);
}

type Payload = Readonly<Record<string, unknown>>;

/** Payloads of earlier releases are whatever a visitor's browser said. */
function readPayload({ payload }: StoredEvent): Payload {
  const value: unknown = JSON.parse(payload);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function readNumber(value: unknown, most: number): number | null {
  return typeof value === 'number' && value >= 0 && value <= most ? value : null;
}

function addSection({ detail }: Visit, event: StoredEvent): void {
  const { secao } = event;
  if (secao === null) return;
  const ms = Math.round(readNumber(readPayload(event).time_in_view_ms, LONGEST_VIEW) ?? 0);
  detail.sections ??= {};
  if (!admitKey(detail.sections, secao, MOST_SECTIONS)) return;
  detail.sections[secao] =
    (Object.hasOwn(detail.sections, secao) ? (detail.sections[secao] ?? 0) : 0) + ms;
}

function addVital({ detail }: Visit, event: StoredEvent): void {
  const payload = readPayload(event);
  const metric = METRICS.find((known) => known === payload.metric);
  const value = readNumber(payload.value, LARGEST_VITAL);
  if (metric === undefined || value === null) return;
  detail.vitals ??= {};
  detail.vitals[metric] = Math.max(detail.vitals[metric] ?? 0, Math.round(value * 1e4) / 1e4);
}

function addLead(visit: Visit, event: StoredEvent): void {
  visit.lead = true;
  if (event.lead_ref === null || !isLatest(event, visit.detail.lead)) return;
  visit.lead_ref = event.lead_ref;
  visit.detail.lead = [event.occurred_at, event.id];
}

function addPurchase(visit: Visit, event: StoredEvent): void {
  visit.purchase = true;
  const { transaction_id, value, currency } = readPayload(event);
  const price = readNumber(value, LARGEST_PRICE);
  if (typeof transaction_id !== 'string' || price === null) return;
  visit.detail.purchases ??= {};
  const { purchases } = visit.detail;
  if (!admitKey(purchases, transaction_id, MOST_PURCHASES)) return;
  const said = { currency: typeof currency === 'string' ? currency : 'BRL', value: price };
  const known = Object.hasOwn(purchases, transaction_id) ? purchases[transaction_id] : undefined;
  // Said twice otherwise, the lesser counts.
  const isLess =
    !known ||
    said.value < known.value ||
    (said.value === known.value && said.currency < known.currency);
  if (isLess) purchases[transaction_id] = said;
}

function addFormMoment(visit: Visit, event: StoredEvent): void {
  const { form, step, field } = readPayload(event);
  if (typeof form !== 'string' || !FORMS.includes(form)) return;
  visit.detail.forms ??= {};
  visit.detail.forms[form] ??= {};
  const course: FormProgress = visit.detail.forms[form];
  if (event.name === 'form_start') {
    course.started = true;
    if (form === 'lead') visit.form_start = true;
  } else if (event.name === 'form_complete') {
    course.completed = true;
    if (form === 'aplicacao') addApplication(visit, event);
  } else if (event.name === 'form_abandon' && isLatest(event, course.left?.at)) {
    course.left = {
      at: [event.occurred_at, event.id],
      step: readNumber(step, LAST_STEP),
      field: typeof field === 'string' ? Array.from(field).slice(0, LONGEST_FIELD).join('') : '',
    };
  }
}

function addApplication(visit: Visit, event: StoredEvent): void {
  visit.application = true;
  if (event.lead_ref === null || !isLatest(event, visit.detail.application)) return;
  visit.application_ref = event.lead_ref;
  visit.detail.application = [event.occurred_at, event.id];
}
