import {
  type DeliveryDetail,
  deliveriesQuerySchema,
  type Endpoint,
  type EndpointsAnswer,
  type EndpointTest,
  type EndpointWithSecret,
  newEndpointSchema,
  type ReplayAnswer,
  replaySchema,
} from '@funil/contract/console/deliveries';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import {
  findDelivery,
  listDeliveryPage,
  listDestinations,
  readAttempts,
  readDeliveryCursor,
  readQueueStatus,
} from '../../deliveries/list-deliveries.ts';
import { REPLAY_REFUSALS, replayAll, replayOne } from '../../deliveries/replay.ts';
import { testEndpoint, testEventType } from '../../deliveries/webhooks/destination.ts';
import {
  addEndpoint,
  describeRotationRefusal,
  findEndpoint,
  markEndpointRemoved,
  readEndpoints,
  restoreEndpoint,
  rotateSecret,
  type Secrets,
} from '../../deliveries/webhooks/endpoints.ts';
import { describeRefusal } from '../../deliveries/webhooks/guard.ts';
import { addRoute, type DataParts, invalid, notFound, type Refusal } from './data-route.ts';

const named = z.strictObject({
  id: z.string().check(z.regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)),
});

/** Most tries of a delivery that are shown. */
const MOST_TRIES = 50;

/** What is told outside: the log, once more, and the seller's own endpoints. */
export function addDeliveryRoutes(app: FastifyInstance, parts: DataParts) {
  const { database } = parts;
  addRoute([app, parts], 'GET deliveries', { query: deliveriesQuerySchema }, ({ query }) => {
    const { after, limit, q, state, destination } = query;
    const place = after === undefined ? null : readDeliveryCursor(after);
    if (after !== undefined && place === null) return invalid('after');
    const subject = q?.trim() || undefined;
    return listDeliveryPage(database, { state, destination, subject, after: place, limit });
  });
  addRoute([app, parts], 'GET deliveries/:id', { params: named }, ({ params }) =>
    readDetail(parts, params.id),
  );
  addRoute(
    [app, parts],
    'POST deliveries/:id/replay',
    { params: named },
    async ({ params, audit }) => {
      const now = new Date(parts.now()).toISOString();
      const replayed = await replayOne(database, params.id, now);
      if (!replayed.ok) {
        const { reason } = replayed;
        return reason === 'unknown' ? notFound() : invalid('id', REPLAY_REFUSALS[reason]);
      }
      await audit('delivery.replayed', { kind: 'delivery', key: params.id });
      return readDetail(parts, params.id);
    },
  );
  addRoute([app, parts], 'POST deliveries/replay', { body: replaySchema }, async (call) => {
    const now = new Date(parts.now()).toISOString();
    const destination = call.body.destination ?? null;
    await call.audit('deliveries.replayed');
    const states = ['dead'] as const;
    const replayed = await replayAll(database, { since: null, destination, states, now });
    return { replayed } satisfies ReplayAnswer;
  });
  addEndpointRoutes(app, parts);
}

async function readDetail({ database }: DataParts, id: string): Promise<DeliveryDetail | Refusal> {
  const delivery = await findDelivery(database, id);
  if (delivery === null) return notFound();
  const tries = await readAttempts(database, { delivery: id }, MOST_TRIES);
  return {
    ...delivery,
    attempts: tries.map(({ delivery: _, type: __, state: ___, ...attempt }) => attempt),
  };
}

const withoutSecrets = ({ secret: _, previous: __, ...endpoint }: Endpoint & Secrets): Endpoint =>
  endpoint;

function addEndpointRoutes(app: FastifyInstance, parts: DataParts) {
  const { database, guard } = parts;
  addRoute([app, parts], 'GET endpoints', {}, async (): Promise<EndpointsAnswer> => {
    const endpoints = await readEndpoints(database);
    return {
      items: endpoints.map(withoutSecrets),
      lanes: await readQueueStatus(database),
      destinations: await listDestinations(database),
    };
  });
  addRoute(
    [app, parts],
    'POST endpoints',
    { body: newEndpointSchema },
    async ({ body, reply, audit }) => {
      const added = await addEndpoint(
        database,
        { url: body.url, events: body.events ?? [] },
        guard,
      );
      if (!added.ok) return invalid('url', describeRefusal(added));
      await audit('endpoint.added', { kind: 'endpoint', key: added.endpoint.id });
      reply.code(201);
      return { ...added.endpoint, secret: added.secret } satisfies EndpointWithSecret;
    },
  );
  addRoute([app, parts], 'DELETE endpoints/:id', { params: named }, async ({ params, audit }) => {
    if (!(await markEndpointRemoved(database, params.id, parts.now()))) return notFound();
    await audit('endpoint.removed', { kind: 'endpoint', key: params.id });
    return undefined;
  });
  addRoute(
    [app, parts],
    'POST endpoints/:id/restore',
    { params: named },
    async ({ params, audit }) => {
      if (!(await restoreEndpoint(database, params.id))) return notFound();
      await audit('endpoint.restored', { kind: 'endpoint', key: params.id });
      return undefined;
    },
  );
  addRoute(
    [app, parts],
    'POST endpoints/:id/rotate',
    { params: named },
    async ({ params, audit }) => {
      const rotated = await rotateSecret(database, params.id);
      if (!rotated.ok && rotated.reason === 'rotated') {
        return invalid('id', describeRotationRefusal(rotated.until));
      }
      const endpoint = await findEndpoint(database, params.id);
      if (!rotated.ok || !endpoint) return notFound();
      await audit('endpoint.rotated', { kind: 'endpoint', key: params.id });
      const { secret } = rotated;
      return { ...withoutSecrets(endpoint), secret } satisfies EndpointWithSecret;
    },
  );
  addRoute([app, parts], 'POST endpoints/:id/test', { params: named }, async ({ params }) => {
    const endpoint = await findEndpoint(database, params.id);
    if (endpoint === null) return notFound();
    const { outcome } = await testEndpoint({ endpoint, type: testEventType(endpoint), guard });
    const { status, answer } = outcome;
    return { ok: outcome.result === 'delivered', status, answer } satisfies EndpointTest;
  });
}
