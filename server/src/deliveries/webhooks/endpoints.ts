import { randomBytes, randomUUID } from 'node:crypto';
import type { Endpoint } from '@funil/contract/deliveries/deliveries';
import { WEBHOOK_EVENTS, type WebhookEvent } from '@funil/contract/deliveries/webhook-events';
import { toLocalTime } from '@funil/contract/local-time';
import type { Database, Queryable } from '../../store/database.ts';
import { newestChangeNumber } from '../../store/queries/sql.ts';
import { isUuid } from '../../store/queries/uuid.ts';
import { RETENTION } from '../../store/retention.ts';
import { type AddressGuard, type CheckedUrl, checkUrl, type UrlWarning } from '../address-guard.ts';
import { disableDestination, ENDPOINT_DESTINATION } from '../registry.ts';

/** A secret has the form `whsec_<base64>`. */
export interface EndpointSecrets {
  readonly secret: string;
  /** The former secret, which also signs until an ISO time in UTC; null: there was none. */
  readonly previous: { readonly secret: string; readonly until: string } | null;
}

type StoredEndpoint = Endpoint & EndpointSecrets;

export const destinationName = (id: string): string => `webhook:${id}`;

const WEBHOOK_SECRET_BYTES = 32;

const makeSecret = () => `whsec_${randomBytes(WEBHOOK_SECRET_BYTES).toString('base64')}`;

export const isWebhookEvent = (text: string): text is WebhookEvent =>
  WEBHOOK_EVENTS.some((event) => event === text);

interface EndpointToAdd {
  readonly url: string;
  /** Empty: all types. */
  readonly events: readonly WebhookEvent[];
}

export type EndpointWarning = UrlWarning | 'known';

type AddResult =
  | {
      readonly ok: true;
      readonly endpoint: Endpoint;
      readonly secret: string;
      readonly warnings: readonly EndpointWarning[];
    }
  | Extract<CheckedUrl, { ok: false }>;

const SHOWN_URL_END_LENGTH = 4;

/** Returns `https://hooks.zapier.com/…x9z/`, because the path may be a secret. */
export function maskUrl(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return `${origin}/…${(pathname.slice(1) + search).slice(-SHOWN_URL_END_LENGTH)}`;
}

export async function addEndpoint(
  database: Database,
  { url, events }: EndpointToAdd,
  addressGuard: AddressGuard,
): Promise<AddResult> {
  const checked = await checkUrl(url, addressGuard);
  if (!checked.ok) return checked;
  const id = randomUUID();
  const secret = makeSecret();
  const row = { id, url: checked.url, events: events.join(','), secret };
  const sameUrl = await selectEndpoints(database).where('url', '=', row.url).executeTakeFirst();
  const { created_at } = await database.transaction().execute(async (transaction) => {
    const destination = { name: destinationName(id), changes_after: newestChangeNumber(database) };
    await transaction.insertInto('destinations').values(destination).execute();
    return transaction
      .insertInto('endpoints')
      .values(row)
      .returning('created_at')
      .executeTakeFirstOrThrow();
  });
  const endpoint = { id, url: row.url, events, created_at, off_at: null, off_reason: null };
  const warnings: EndpointWarning[] = [...checked.warnings, ...(sameUrl ? ['known' as const] : [])];
  return { ok: true, endpoint, secret, warnings };
}

const selectEndpoints = (database: Queryable) =>
  database
    .selectFrom('endpoints')
    .innerJoin('destinations', (join) => join.on('destinations.name', '=', ENDPOINT_DESTINATION))
    .select(['endpoints.id', 'url', 'events', 'secret', 'previous_secret', 'previous_until'])
    .select(['created_at', 'off_at', 'off_reason', 'removed_at'])
    .orderBy('created_at')
    .orderBy('endpoints.id');

export async function readEndpoints(database: Database): Promise<StoredEndpoint[]> {
  const rows = await selectEndpoints(database).where('removed_at', 'is', null).execute();
  return rows.map(toEndpoint);
}

/** Includes endpoints that are marked as removed, because an operator may restore them. */
export async function readEnabledEndpoints(
  database: Database,
): Promise<(StoredEndpoint & { readonly isRemoved: boolean })[]> {
  const rows = await selectEndpoints(database).where('off_at', 'is', null).execute();
  return rows.map((row) => ({ ...toEndpoint(row), isRemoved: row.removed_at !== null }));
}

export async function findEndpoint(database: Database, id: string): Promise<StoredEndpoint | null> {
  if (!isUuid(id)) return null;
  const row = await selectEndpoints(database)
    .where('endpoints.id', '=', id.toLowerCase())
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return row ? toEndpoint(row) : null;
}

type EndpointRow = Awaited<ReturnType<ReturnType<typeof selectEndpoints>['execute']>>[number];

function toEndpoint({ events, removed_at: _, ...columns }: EndpointRow): StoredEndpoint {
  const { previous_secret: secret, previous_until: until, ...row } = columns;
  return {
    ...row,
    events: events.split(',').filter(isWebhookEvent),
    previous: secret !== null && until !== null ? { secret, until } : null,
  };
}

/**
 * Deletes an endpoint and cancels its waiting deliveries. Ended deliveries stay, and running attempts may still arrive.
 * Returns how many deliveries were canceled; null if the endpoint does not exist.
 */
export async function removeEndpoint(
  database: Database,
  id: string,
  now: number,
): Promise<number | null> {
  const endpoint = await findEndpoint(database, id);
  if (endpoint === null) return null;
  return database
    .transaction()
    .execute((transaction) => deleteEndpoint(transaction, endpoint.id, now));
}

export async function removeMarkedEndpoints(database: Database, now: number): Promise<void> {
  const removedBefore = new Date(now - RETENTION.removedEndpoint.ms).toISOString();
  const selectExpired = (from: Queryable) =>
    from.selectFrom('endpoints').select('id').where('removed_at', '<', removedBefore).execute();
  if ((await selectExpired(database)).length === 0) return;
  await database.transaction().execute(async (transaction) => {
    for (const { id } of await selectExpired(transaction))
      await deleteEndpoint(transaction, id, now);
  });
}

async function deleteEndpoint(transaction: Queryable, id: string, now: number): Promise<number> {
  await transaction.deleteFrom('endpoints').where('id', '=', id).execute();
  const at = new Date(now).toISOString();
  return disableDestination(transaction, { name: destinationName(id), reason: 'removed', at });
}

type RotateResult =
  | {
      readonly ok: true;
      readonly secret: string;
      readonly previousUntil: string;
    }
  | { readonly ok: false; readonly reason: 'unknown' }
  /** The secret was rotated less than a day ago, and the receiver may know only the former one. */
  | { readonly ok: false; readonly reason: 'rotated'; readonly until: string };

/** Stores a new secret. The former one also signs for another day, in which the secret is not rotated again. */
export async function rotateSecret(
  database: Database,
  id: string,
  now: number,
): Promise<RotateResult> {
  const endpoint = await findEndpoint(database, id);
  if (endpoint === null) return { ok: false, reason: 'unknown' };
  const until = endpoint.previous?.until;
  if (until !== undefined && Date.parse(until) > now) {
    return { ok: false, reason: 'rotated', until };
  }
  const secret = makeSecret();
  const previousUntil = new Date(now + RETENTION.previousWebhookSecret.ms).toISOString();
  const { numUpdatedRows } = await database
    .updateTable('endpoints')
    .set({ secret, previous_secret: endpoint.secret, previous_until: previousUntil })
    .where('id', '=', endpoint.id)
    .where('secret', '=', endpoint.secret)
    .executeTakeFirst();
  // Another process removed the endpoint or rotated its secret.
  return Number(numUpdatedRows) === 0
    ? rotateSecret(database, id, now)
    : { ok: true, secret, previousUntil };
}

/**
 * Marks an endpoint as removed. For a minute, the deliveries wait and an operator can restore the endpoint; then it is
 * deleted. Returns false if it does not exist or is already marked.
 */
export const markEndpointRemoved = (
  database: Database,
  id: string,
  now: number,
): Promise<boolean> => setRemovedAt(database, id, new Date(now).toISOString());

/** Returns false if the endpoint is already deleted or was not marked. */
export const restoreEndpoint = (database: Database, id: string): Promise<boolean> =>
  setRemovedAt(database, id, null);

async function setRemovedAt(database: Database, id: string, removed_at: string | null) {
  if (!isUuid(id)) return false;
  const { numUpdatedRows } = await database
    .updateTable('endpoints')
    .set({ removed_at })
    .where('id', '=', id.toLowerCase())
    .where('removed_at', removed_at === null ? 'is not' : 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows) > 0;
}

export const describeRotationRefusal = (until: string): string =>
  `O segredo foi trocado há menos de um dia, e o anterior ainda assina até ${toLocalTime(until)}: troque de novo depois disso. Se o novo se perdeu, cadastre o endereço outra vez e tire este webhook.`;
