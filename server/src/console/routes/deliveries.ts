import {
  type DeliveryDetail,
  deliveriesQuerySchema,
  type Endpoint,
  newEndpointSchema,
  replaySchema,
} from '@funil/contract/deliveries/deliveries';
import { MANAGEMENT, OWNERS } from '@funil/contract/operators/roles';
import * as z from 'zod/mini';
import { describeRefusal } from '../../deliveries/address-guard.ts';
import {
  DELIVERY_CURSOR,
  findDelivery,
  listDeliveryPage,
  readAttempts,
  readQueueStatus,
} from '../../deliveries/list-deliveries.ts';
import { REPLAY_REFUSAL_TEXTS, replayAll, replayOne } from '../../deliveries/replay.ts';
import { testEndpoint, testEventType } from '../../deliveries/webhooks/destination.ts';
import {
  addEndpoint,
  describeRotationRefusal,
  type EndpointSecrets,
  findEndpoint,
  markEndpointRemoved,
  maskUrl,
  readEndpoints,
  restoreEndpoint,
  rotateSecret,
} from '../../deliveries/webhooks/endpoints.ts';
import type { Database } from '../../store/database.ts';
import { invalidRefusal, notFound, type RouteRefusal } from '../route-refusal.ts';
import { SENSITIVE_ACCESS, seesSecrets } from './access.ts';
import type { AddRoute, RouteDependencies } from './data-route.ts';

const params = z.strictObject({
  id: z.string().check(z.regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)),
});

const MAX_SHOWN_ATTEMPTS = 50;

export function addDeliveryRoutes(addRoute: AddRoute, deps: RouteDependencies) {
  const { database } = deps;
  addRoute('GET deliveries', { roles: MANAGEMENT, query: deliveriesQuerySchema }, ({ query }) => {
    const { after, limit, q, state, destination } = query;
    const position = DELIVERY_CURSOR.parse(after);
    if (position === 'invalid') return invalidRefusal('after');
    const subject = q?.trim() || undefined;
    return listDeliveryPage(database, { state, destination, subject, after: position, limit });
  });
  addRoute('GET deliveries/:id', { roles: MANAGEMENT, params }, (call) =>
    readDeliveryDetail(database, call.params.id),
  );
  addRoute('POST deliveries/:id/replay', { roles: MANAGEMENT, params }, async (call) => {
    const { id } = call.params;
    const replayed = await replayOne(database, id, new Date(deps.now()).toISOString());
    if (!replayed.ok) {
      const { reason } = replayed;
      return reason === 'unknown' ? notFound() : invalidRefusal('id', REPLAY_REFUSAL_TEXTS[reason]);
    }
    await call.audit('delivery.replayed', { kind: 'delivery', key: id });
    return readDeliveryDetail(database, id);
  });
  addRoute('POST deliveries/replay', { roles: MANAGEMENT, body: replaySchema }, async (call) => {
    await call.audit('deliveries.replayed');
    const replayed = await replayAll(database, {
      since: null,
      destination: call.body.destination ?? null,
      states: ['dead'],
      at: new Date(deps.now()).toISOString(),
    });
    return { replayed };
  });
  addEndpointRoutes(addRoute, deps);
}

async function readDeliveryDetail(
  database: Database,
  id: string,
): Promise<DeliveryDetail | RouteRefusal> {
  const delivery = await findDelivery(database, id);
  if (delivery === null) return notFound();
  const attempts = await readAttempts(database, { delivery: id }, MAX_SHOWN_ATTEMPTS);
  return {
    ...delivery,
    latest_attempts: attempts.map(({ delivery: _, type: __, state: ___, ...attempt }) => attempt),
  };
}

const withoutSecrets = ({
  secret: _,
  previous: __,
  ...endpoint
}: Endpoint & EndpointSecrets): Endpoint => endpoint;

function addEndpointRoutes(addRoute: AddRoute, { database, addressGuard, now }: RouteDependencies) {
  addRoute('GET endpoints', { roles: MANAGEMENT }, async ({ operator }) => {
    const endpoints = (await readEndpoints(database)).map(withoutSecrets);
    const queues = await readQueueStatus(database);
    return {
      items: seesSecrets(operator.role)
        ? endpoints
        : endpoints.map((endpoint) => ({ ...endpoint, url: maskUrl(endpoint.url) })),
      queues,
    };
  });
  addRoute('POST endpoints', { ...SENSITIVE_ACCESS, body: newEndpointSchema }, async (call) => {
    const { body } = call;
    const endpoint = { url: body.url, events: body.events ?? [] };
    const endpointResult = await addEndpoint(database, endpoint, addressGuard);
    if (!endpointResult.ok) return invalidRefusal('url', describeRefusal(endpointResult));
    await call.audit('endpoint.added', { kind: 'endpoint', key: endpointResult.endpoint.id });
    call.reply.code(201);
    return { ...endpointResult.endpoint, secret: endpointResult.secret };
  });
  addRoute(
    'DELETE endpoints/:id',
    { ...SENSITIVE_ACCESS, params },
    async ({ params: { id }, audit }) => {
      if (!(await markEndpointRemoved(database, id, now()))) return notFound();
      await audit('endpoint.removed', { kind: 'endpoint', key: id });
      return undefined;
    },
  );
  addRoute('POST endpoints/:id/restore', { ...SENSITIVE_ACCESS, params }, async (call) => {
    const { id } = call.params;
    if (!(await restoreEndpoint(database, id))) return notFound();
    await call.audit('endpoint.restored', { kind: 'endpoint', key: id });
    return undefined;
  });
  addRoute('POST endpoints/:id/rotate', { ...SENSITIVE_ACCESS, params }, async (call) => {
    const { id } = call.params;
    const rotated = await rotateSecret(database, id, now());
    if (!rotated.ok && rotated.reason === 'rotated') {
      return invalidRefusal('id', describeRotationRefusal(rotated.until));
    }
    const endpoint = await findEndpoint(database, id);
    if (!rotated.ok || !endpoint) return notFound();
    await call.audit('endpoint.rotated', { kind: 'endpoint', key: id });
    const { secret } = rotated;
    return { ...withoutSecrets(endpoint), secret };
  });
  addRoute('POST endpoints/:id/test', { roles: OWNERS, params }, async (call) => {
    const endpoint = await findEndpoint(database, call.params.id);
    if (endpoint === null) return notFound();
    const { outcome } = await testEndpoint(endpoint, testEventType(endpoint), addressGuard);
    const { status, response } = outcome;
    return { ok: outcome.result === 'delivered', status, response };
  });
}
