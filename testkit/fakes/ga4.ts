import { HOUR_MS } from '@funil/contract/durations';
import { readFields, startReceiver } from './receiver.ts';

export interface CountedHit {
  readonly name: string;
  readonly params: Record<string, unknown>;
  readonly clientId: string;
}

const MAX_AGE_MS = 72 * HOUR_MS;
const MAX_BODY_LENGTH = 130_000;
const MAX_NAME_LENGTH = 40;
const MAX_VALUE_LENGTH = 100;
const MAX_ENTITIES = 25;

const RESERVED_NAMES = [
  'ad_click',
  'error',
  'first_open',
  'first_visit',
  'session_start',
  'user_engagement',
];

type Fields = Record<string, unknown>;
type Finding = { fieldPath: string; description: string; validationCode: string };

class Findings extends Array<Finding> {
  check(isValid: boolean, fieldPath: string, validationCode: string) {
    if (isValid) return;
    this.push({ fieldPath, description: `${fieldPath}: ${validationCode}`, validationCode });
  }
}

const isName = (name: string) => /^[A-Za-z]\w*$/.test(name) && name.length <= MAX_NAME_LENGTH;

const isPersonal = (name: string, value: unknown) =>
  /e?mail|phone|lead_name|first_name|last_name/.test(name) ||
  (typeof value === 'string' && /@|\(\d\d\) ?\d{4,5}-?\d{4}|^\+?\d{12,13}$/.test(value));

function checkParams(findings: Findings, name: string, params: Fields) {
  const entries = Object.entries(params);
  for (const [key, value] of entries) {
    const isShort = typeof value !== 'string' || value.length <= MAX_VALUE_LENGTH;
    findings.check(isName(key), `events.params.${key}`, 'NAME_INVALID');
    findings.check(isShort, `events.params.${key}`, 'VALUE_OUT_OF_BOUNDS');
    findings.check(!isPersonal(key, value), `events.params.${key}`, 'PERSONAL');
  }
  findings.check(entries.length <= MAX_ENTITIES, 'events.params', 'EXCEEDED_MAX_ENTITIES');
  const isSale = name === 'purchase' || name === 'refund';
  if (isSale || name === 'generate_lead') {
    const isMoney = typeof params.value === 'number' && /^[A-Z]{3}$/.test(String(params.currency));
    findings.check(isMoney, 'events.params.currency', 'VALUE_REQUIRED');
  }
  if (!isSale) return;
  findings.check(Boolean(params.transaction_id), 'events.params.transaction_id', 'VALUE_REQUIRED');
  const items: Fields[] = Array.isArray(params.items) ? params.items : [];
  const areItems =
    items.length > 0 && items.every(({ item_id, item_name }) => item_id ?? item_name);
  findings.check(areItems, 'events.params.items', 'VALUE_REQUIRED');
}

function checkRequest(body: Fields, size: number, now: number): Findings {
  const findings = new Findings();
  const { client_id, timestamp_micros, consent, events } = body;
  findings.check(size <= MAX_BODY_LENGTH, 'body', 'VALUE_OUT_OF_BOUNDS');
  const hasClient = typeof client_id === 'string' && client_id !== '';
  findings.check(hasClient, 'client_id', 'VALUE_REQUIRED');
  const time = Number(timestamp_micros ?? now * 1_000) / 1_000;
  const isRecent = time >= now - MAX_AGE_MS && time <= now + HOUR_MS;
  findings.check(isRecent, 'timestamp_micros', 'VALUE_INVALID');
  for (const [name, value] of Object.entries(Object(consent))) {
    const isKnown = ['ad_user_data', 'ad_personalization'].includes(name);
    const isValid = isKnown && ['GRANTED', 'DENIED'].includes(String(value));
    findings.check(isValid, `consent.${name}`, 'VALUE_INVALID');
  }
  const list: Fields[] = Array.isArray(events) ? events : [];
  findings.check(list.length > 0, 'events', 'VALUE_REQUIRED');
  findings.check(list.length <= MAX_ENTITIES, 'events', 'EXCEEDED_MAX_ENTITIES');
  for (const { name, params } of list) {
    findings.check(isName(String(name)), 'events.name', 'NAME_INVALID');
    findings.check(!RESERVED_NAMES.includes(String(name)), 'events.name', 'NAME_RESERVED');
    checkParams(findings, String(name), Object(params));
  }
  return findings;
}

/**
 * Starts a fake of Google's Measurement Protocol as documented: it answers 204 to every request, drops events that
 * break a rule, and deduplicates purchases only.
 */
export async function startFakeGa4({ stream, secret }: { stream: string; secret: string }) {
  const counted: CountedHit[] = [];
  const violations: string[] = [];
  const purchases = new Set<string>();

  function count(hit: CountedHit) {
    const id = String(hit.params.transaction_id ?? '');
    if (hit.name === 'purchase') {
      if (purchases.has(id)) return;
      purchases.add(id);
    }
    counted.push(hit);
  }

  const receiver = await startReceiver((response, { path, body }) => {
    const address = new URL(path, 'http://google');
    const request = readFields(body);
    const findings = checkRequest(request, body.length, Date.now());
    if (address.pathname === '/debug/mp/collect') {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ validationMessages: findings }));
      return;
    }
    response.writeHead(204).end();
    const isKnown =
      address.pathname === '/mp/collect' &&
      address.searchParams.get('measurement_id') === stream &&
      address.searchParams.get('api_secret') === secret;
    findings.check(isKnown, 'api_secret', 'VALUE_INVALID');
    for (const { description } of findings) violations.push(description);
    if (findings.length > 0) return;
    const clientId = String(request.client_id);
    for (const { name, params } of [request.events].flat() as Fields[]) {
      count({ name: String(name), params: Object(params), clientId });
    }
  });
  return {
    address: receiver.address,
    received: receiver.received,
    counted,
    violations,
    [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose](),
  };
}
