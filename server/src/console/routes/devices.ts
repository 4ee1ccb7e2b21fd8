import {
  deviceChangeSchema,
  deviceSchema,
  seenDeviceSchema,
} from '@funil/contract/console/devices';
import { MAX_DEVICES } from '@funil/contract/console/push-kinds';
import { CONTACT_STAFF } from '@funil/contract/operators/roles';
import * as z from 'zod/mini';
import { checkUrl, describeRefusal } from '../../deliveries/address-guard.ts';
import { toClientColumns } from '../../operators/attempts.ts';
import {
  bindDeviceToSession,
  changeDevice,
  listDevices,
  readOrCreatePublicPushKey,
  removeDevice,
  storeDevice,
} from '../../operators/push-devices.ts';
import { invalidRefusal, notFound } from '../route-refusal.ts';
import type { AddRoute, RouteDependencies } from './data-route.ts';

const params = z.strictObject({ id: z.uuid() });

export function addDeviceRoutes(addRoute: AddRoute, deps: RouteDependencies) {
  const { database, serverKeys, settings, addressGuard, now } = deps;
  /** Whether the console has an https address, which push services demand of a sender. */
  const hasHttpsAddress = () => settings.config.console.url?.startsWith('https:') ?? false;
  addRoute('GET devices', { roles: CONTACT_STAFF }, async ({ operator }) => ({
    public_key: hasHttpsAddress() ? await readOrCreatePublicPushKey(database, serverKeys) : null,
    items: await listDevices(database, operator.id),
  }));
  addRoute('PUT devices', { roles: CONTACT_STAFF, body: deviceSchema }, async (call) => {
    const { operator, request } = call;
    const checkedUrl = await checkUrl(call.body.endpoint, addressGuard);
    if (!checkedUrl.ok) return invalidRefusal('endpoint', describeRefusal(checkedUrl));
    const isUnencrypted = checkedUrl.warnings.includes('unencrypted');
    if (isUnencrypted && !settings.config.webhooks.allowPrivate) return invalidRefusal('endpoint');
    const { user_agent } = toClientColumns({
      address: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
    });
    const device = await storeDevice(database, operator, { ...call.body, user_agent }, now());
    if (device === null) {
      return invalidRefusal('endpoint', `Já há ${MAX_DEVICES} aparelhos: desligue um deles antes.`);
    }
    await call.audit('device.added', { kind: 'device', key: device.id });
    return device;
  });
  addRoute(
    'POST devices/seen',
    { roles: CONTACT_STAFF, body: seenDeviceSchema },
    async ({ body, operator }) => ({
      device: await bindDeviceToSession(database, operator, body.endpoint),
    }),
  );
  const changeAccess = { roles: CONTACT_STAFF, params, body: deviceChangeSchema };
  addRoute('PATCH devices/:id', changeAccess, async ({ params: { id }, body, operator }) => {
    const deviceKey = { id, operatorId: operator.id };
    return (await changeDevice(database, deviceKey, body)) ?? notFound();
  });
  addRoute('DELETE devices/:id', { roles: CONTACT_STAFF, params }, async (call) => {
    const { id } = call.params;
    if (!(await removeDevice(database, { id, operatorId: call.operator.id }))) return notFound();
    await call.audit('device.removed', { kind: 'device', key: id });
    return undefined;
  });
}
