import { randomBytes, randomUUID } from 'node:crypto';
import type { Endpoint } from '@funil/contract/console/deliveries';
import { WEBHOOK_EVENTS, type WebhookEvent } from '@funil/contract/webhook-events';
import { type Kysely, sql } from 'kysely';
import { toLocalTime } from '../../output/local-time.ts';
import type { Database, Tables } from '../../store/database.ts';
import { PREVIOUS_WEBHOOK_SECRET_MS, REMOVED_ENDPOINT_MS } from '../../store/retention.ts';
import { fromNowOn, switchOff } from '../registry.ts';
import { type CheckedUrl, checkUrl, type Guard, type UrlWarning } from './guard.ts';

/** What an endpoint's deliveries are signed by. */
export interface Secrets {
  /** `whsec_<base64>` */
  readonly secret: string;
  /** The one before, valid beside it until a moment. */
  readonly previous: { readonly secret: string; readonly until: string } | null;
}

/** Returns the destination name of an endpoint. */
export const destinationOf = (id: string): string => `webhook:${id}`;

const SECRET_BYTES = 32;

/** `whsec_<base64>`, as Standard Webhooks has it. */
const makeSecret = () => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;

/** UUIDs alone are asked for: PostgreSQL refuses to compare anything else with one. */
export const isId = (text: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

export interface NewEndpoint {
  readonly url: string;
  /** Types it asks for; empty: all. */
  readonly events: readonly WebhookEvent[];
}

/** `known`: another endpoint has the address, and both are told. */
export type EndpointWarning = UrlWarning | 'known';

export type Added =
  | {
      readonly ok: true;
      readonly endpoint: Endpoint;
      /** Told this once. */
      readonly secret: string;
      readonly warnings: readonly EndpointWarning[];
    }
  | Extract<CheckedUrl, { ok: false }>;

/** Adds an endpoint, which gets events from now on. */
export async function addEndpoint(
  database: Database,
  { url, events }: NewEndpoint,
  guard: Guard,
): Promise<Added> {
  const checked = await checkUrl(url, guard);
  if (!checked.ok) return checked;
  const id = randomUUID();
  const secret = makeSecret();
  const row = { id, url: checked.url, events: events.join(','), secret };
  const known = await selectEndpoints(database).where('url', '=', row.url).executeTakeFirst();
  const { created_at } = await database.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('destinations')
      .values({ name: destinationOf(id), ...fromNowOn(database.dialect) })
      .execute();
    return transaction
      .insertInto('endpoints')
      .values(row)
      .returning('created_at')
      .executeTakeFirstOrThrow();
  });
  const endpoint = { id, url: row.url, events, created_at, off_at: null, off_reason: null };
  const warnings: EndpointWarning[] = [...checked.warnings, ...(known ? ['known' as const] : [])];
  return { ok: true, endpoint, secret, warnings };
}

/** All endpoints, the oldest first, with what their deliveries are signed by; without those that leave. */
export async function readEndpoints(database: Database): Promise<(Endpoint & Secrets)[]> {
  const rows = await selectEndpoints(database).where('leaving_since', 'is', null).execute();
  return rows.map(toEndpoint);
}

export type Served = Endpoint & Secrets & { readonly isLeaving: boolean };

/** Returns all enabled endpoints, including those that were taken off and may come back. */
export async function readServed(database: Database): Promise<Served[]> {
  const rows = await selectEndpoints(database).where('off_at', 'is', null).execute();
  return rows.map((row) => ({ ...toEndpoint(row), isLeaving: row.leaving_since !== null }));
}

/** An endpoint by its id; null: there is none, or it leaves. */
export async function findEndpoint(
  database: Database,
  id: string,
): Promise<(Endpoint & Secrets) | null> {
  if (!isId(id)) return null;
  const row = await selectEndpoints(database)
    .where('endpoints.id', '=', id.toLowerCase())
    .where('leaving_since', 'is', null)
    .executeTakeFirst();
  return row ? toEndpoint(row) : null;
}

const selectEndpoints = (database: Kysely<Tables>) =>
  database
    .selectFrom('endpoints')
    .innerJoin('destinations', (join) =>
      join.on('destinations.name', '=', sql<string>`'webhook:' || cast(endpoints.id as text)`),
    )
    .select(['endpoints.id', 'url', 'events', 'secret', 'previous_secret', 'previous_until'])
    .select(['created_at', 'off_at', 'off_reason', 'leaving_since'])
    .orderBy('created_at')
    .orderBy('endpoints.id');

type EndpointRow = Awaited<ReturnType<ReturnType<typeof selectEndpoints>['execute']>>[number];

function toEndpoint(row: EndpointRow): Endpoint & Secrets {
  const { id, url, secret, previous_secret, previous_until, created_at, off_at, off_reason } = row;
  const events = row.events.split(',').filter(isEvent);
  const previous =
    previous_secret !== null && previous_until !== null
      ? { secret: previous_secret, until: previous_until }
      : null;
  return { id, url, events, created_at, off_at, off_reason, secret, previous };
}

/** Whether a word is the name of an event. */
export const isEvent = (word: string): word is WebhookEvent =>
  WEBHOOK_EVENTS.some((event) => event === word);

/**
 * Removes an endpoint: what waits for it is canceled, and its destination stays, disabled, with what it had
 * delivered. What is under way at this moment may still arrive.
 * @returns how many deliveries were canceled; null: there is no such endpoint
 */
export async function removeEndpoint(database: Database, id: string): Promise<number | null> {
  const endpoint = await findEndpoint(database, id);
  if (endpoint === null) return null;
  const now = new Date().toISOString();
  const name = destinationOf(endpoint.id);
  return database.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('endpoints').where('id', '=', endpoint.id).execute();
    return switchOff(transaction, { name, reason: 'removed', now });
  });
}

export type Rotated =
  | {
      readonly ok: true;
      /** Told this once. */
      readonly secret: string;
      /** Until when the one before signs as well. */
      readonly previousUntil: string;
    }
  | { readonly ok: false; readonly reason: 'unknown' }
  /** The one before still signs, until a moment, and may be all that the other side knows. */
  | { readonly ok: false; readonly reason: 'rotated'; readonly until: string };

/** Gives an endpoint a new secret; the one before stays valid for a day, and until then there is no other. */
export async function rotateSecret(database: Database, id: string): Promise<Rotated> {
  const endpoint = await findEndpoint(database, id);
  if (endpoint === null) return { ok: false, reason: 'unknown' };
  const now = Date.now();
  const until = endpoint.previous?.until;
  if (until !== undefined && Date.parse(until) > now) {
    return { ok: false, reason: 'rotated', until };
  }
  const secret = makeSecret();
  const previousUntil = new Date(now + PREVIOUS_WEBHOOK_SECRET_MS).toISOString();
  const { numUpdatedRows } = await database
    .updateTable('endpoints')
    .set({ secret, previous_secret: endpoint.secret, previous_until: previousUntil })
    .where('id', '=', endpoint.id)
    .where('secret', '=', endpoint.secret)
    .executeTakeFirst();
  // Removed meanwhile, or rotated by another.
  return Number(numUpdatedRows) === 0
    ? rotateSecret(database, id)
    : { ok: true, secret, previousUntil };
}

/**
 * Takes an endpoint off for now: nothing is sent to it, what happens waits for it, and after a minute it is
 * removed. What is under way at this moment may still arrive.
 * @param now in ms
 * @returns false: there is no such endpoint
 */
export async function leaveEndpoint(database: Database, id: string, now: number): Promise<boolean> {
  return mark(database, id, new Date(now).toISOString());
}

/**
 * Brings an endpoint back as it was, with its secret and all that waited.
 * @returns false: it is removed by now
 */
export async function restoreEndpoint(database: Database, id: string): Promise<boolean> {
  return mark(database, id, null);
}

async function mark(database: Database, id: string, leaving_since: string | null) {
  if (!isId(id)) return false;
  const { numUpdatedRows } = await database
    .updateTable('endpoints')
    .set({ leaving_since })
    .where('id', '=', id.toLowerCase())
    .where('leaving_since', leaving_since === null ? 'is not' : 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows) > 0;
}

/**
 * Removes endpoints that were taken off and did not come back.
 * @param now in ms
 */
export async function removeLeft(database: Database, now: number): Promise<void> {
  const since = new Date(now - REMOVED_ENDPOINT_MS).toISOString();
  // Usually no endpoint was taken off: then nothing is written.
  const left = await database
    .selectFrom('endpoints')
    .select('id')
    .where('leaving_since', '<', since)
    .execute();
  if (left.length === 0) return;
  await database.giveWay();
  await database.transaction().execute(async (step) => {
    const gone = await step
      .deleteFrom('endpoints')
      .where('leaving_since', '<', since)
      .returning('id')
      .execute();
    for (const { id } of gone) {
      const off = { name: destinationOf(id), reason: 'removed', now: new Date(now).toISOString() };
      await switchOff(step, off);
    }
  });
}

/**
 * Why a secret is not changed again yet, for the operator.
 * @param until when the one before ends: ISO time in UTC
 */
export const describeRotated = (until: string): string =>
  `O segredo foi trocado há menos de um dia, e o anterior ainda assina até ${toLocalTime(until)}: troque de novo depois disso. Se o novo se perdeu, cadastre o endereço outra vez e tire este webhook.`;
