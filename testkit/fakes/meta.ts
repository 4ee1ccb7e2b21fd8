import { isIP } from 'node:net';
import { HOUR_MS } from '@funil/contract/durations';
import { readFields, startReceiver } from './receiver.ts';

export interface CountedEvent {
  readonly name: string;
  readonly id: string;
  readonly from: 'browser' | 'server';
  readonly event: Record<string, unknown>;
}

const MAX_AGE_MS = 7 * 24 * HOUR_MS;
/** Meta deduplicates events by name and id for this time. */
const DUPLICATE_WINDOW_MS = 48 * HOUR_MS;
/** How far in the future an event's time may be. */
const MAX_AHEAD_MS = 60_000;

const HASHED_FIELDS = ['em', 'ph', 'fn', 'ln', 'country', 'external_id'];
const PLAIN_FIELDS = ['client_ip_address', 'client_user_agent', 'fbc', 'fbp'];
const FIELDS = [
  'event_name',
  'event_time',
  'event_id',
  'action_source',
  'event_source_url',
  'user_data',
  'custom_data',
];

const META_ID_PATTERN = /^fb\.\d\.\d{10,13}\.[\w-]+(\.\S+)?$/;

type Fields = Record<string, unknown>;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

function findUserViolation(user: Fields): string | null {
  for (const [name, value] of Object.entries(user)) {
    if (HASHED_FIELDS.includes(name)) {
      const hashes: unknown[] = [value].flat();
      const areHashes = hashes.every((hash) => /^[0-9a-f]{64}$/.test(String(hash)));
      if (!areHashes || hashes.length === 0) return `${name} is not hashed`;
    } else if (!PLAIN_FIELDS.includes(name)) return `${name} is unknown`;
  }
  const { client_user_agent, client_ip_address, fbc, fbp } = user;
  if (!isText(client_user_agent)) return 'client_user_agent is missing';
  if (client_ip_address !== undefined && !isIP(String(client_ip_address))) return 'no IP address';
  for (const [name, id] of Object.entries({ fbc, fbp })) {
    if (id !== undefined && !META_ID_PATTERN.test(String(id))) return `${name} is malformed`;
  }
  return null;
}

/** Returns the first violated rule of Meta's documentation, or null. */
function findViolation(event: Fields, now: number): string | null {
  const unknown = Object.keys(event).find((name) => !FIELDS.includes(name));
  if (unknown) return `${unknown} is unknown`;
  if (!isText(event.event_name) || !isText(event.event_id)) return 'name or id is missing';
  const time = Number(event.event_time) * 1_000;
  if (!Number.isInteger(event.event_time)) return 'event_time is not an integer';
  if (time < now - MAX_AGE_MS) return 'event_time is too old';
  if (time > now + MAX_AHEAD_MS) return 'event_time is in the future';
  if (event.action_source !== 'website') return 'action_source is missing';
  if (!/^https?:\/\//.test(String(event.event_source_url))) return 'event_source_url is missing';
  const custom: Fields = Object(event.custom_data);
  if (event.event_name === 'Purchase') {
    if (typeof custom.value !== 'number' || !(custom.value > 0)) return 'value is missing';
    if (!/^[A-Z]{3}$/.test(String(custom.currency))) return 'currency is missing';
  }
  return findUserViolation(Object(event.user_data));
}

const refusal = (code: number, message: string, error_subcode?: number) => ({
  error: {
    message,
    type: code === 190 ? 'OAuthException' : 'GraphMethodException',
    code,
    error_subcode,
  },
});

export async function startFakeMeta({ pixel, token }: { pixel: string; token: string }) {
  const counted: CountedEvent[] = [];
  const tests: Fields[] = [];
  const refused: string[] = [];
  /** The arrival time of the first event with a name and id, in ms since 1970. */
  const firstArrivals = new Map<string, number>();

  function count(from: CountedEvent['from'], event: Fields, at: number) {
    const [name, id] = [String(event.event_name), String(event.event_id)];
    const firstArrival = firstArrivals.get(`${name} ${id}`);
    if (firstArrival !== undefined && Math.abs(at - firstArrival) <= DUPLICATE_WINDOW_MS) return;
    firstArrivals.set(`${name} ${id}`, at);
    counted.push({ name, id, from, event });
  }

  function receive(path: string, body: string): { status: number; answer: object } {
    const address = new URL(path, 'http://meta');
    if (address.searchParams.get('access_token') !== token) {
      return { status: 400, answer: refusal(190, 'Invalid OAuth access token.') };
    }
    const { data, test_event_code } = readFields(body);
    if (address.pathname !== `/${pixel}/events` || !Array.isArray(data) || data.length === 0) {
      return { status: 400, answer: refusal(100, 'Unsupported post request.') };
    }
    const now = Date.now();
    const violations = data.flatMap((event) => findViolation(Object(event), now) ?? []);
    if (violations.length > 0) {
      // Meta refuses the complete request if one event is invalid.
      refused.push(...violations);
      return { status: 400, answer: refusal(100, `Invalid parameter: ${violations[0]}`, 2804001) };
    }
    for (const event of data) {
      if (test_event_code !== undefined) tests.push({ ...event, test_event_code });
      else count('server', event, now);
    }
    return { status: 200, answer: { events_received: data.length, messages: [], fbtrace_id: 'x' } };
  }

  const receiver = await startReceiver((response, { path, body }) => {
    const { status, answer } = receive(path, body);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  return {
    address: receiver.address,
    received: receiver.received,
    counted,
    /** Events with a test code, which are not counted. */
    tests,
    refused,
    receiveFromBrowser(name: string, id: string) {
      count('browser', { event_name: name, event_id: id }, Date.now());
    },
    [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose](),
  };
}
