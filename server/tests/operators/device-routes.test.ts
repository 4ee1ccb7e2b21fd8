import { expect, test } from 'vitest';
import { startPushService } from '../../../testkit/fakes/push.ts';
import { startConsoleData } from '../console/start-console-data.ts';

const ENV = { CONSOLE_URL: 'https://painel.escola.test', WEBHOOK_ALLOW_PRIVATE: 'true' };
const SETTINGS = { kinds: ['lead'], is_quiet: true, shows_names: false };

test('adds, recognizes, changes and removes an operator’s device', async () => {
  await using service = await startPushService();
  await using console = await startConsoleData('SQLite', ENV);
  const { call, get } = console;
  const { public_key, items } = await get('devices');
  expect([Buffer.from(public_key, 'base64url').length, items]).toEqual([65, []]);
  expect((await get('devices')).public_key).toBe(public_key);
  const subscription = service.subscribe();
  const added = await call('PUT', 'devices', { ...subscription, ...SETTINGS });
  expect([added.status, added.body]).toMatchObject([200, SETTINGS]);
  const { id } = added.body;
  const destinations = await console.database.selectFrom('destinations').select('name').execute();
  expect(destinations).toEqual([{ name: `push:${id}` }]);
  const { token } = await console.signIn('bia@escola.test', 'attendant');
  const seenDevice = { endpoint: subscription.endpoint };
  expect((await call('POST', 'devices/seen', seenDevice, token)).body).toEqual({ device: null });
  expect((await call('POST', 'devices/seen', seenDevice)).body).toMatchObject({ device: { id } });
  const change = { kinds: ['lead', 'sale'], shows_names: true };
  expect((await call('PATCH', `devices/${id}`, change, token)).status).toBe(404);
  expect((await call('PATCH', `devices/${id}`, change)).body).toMatchObject(change);
  expect((await call('DELETE', `devices/${id}`, undefined, token)).status).toBe(404);
  expect((await call('DELETE', `devices/${id}`)).status).toBe(204);
  expect((await get('devices')).items).toEqual([]);
});

test('refuses an eleventh device, and an endpoint that is not of the public internet', async () => {
  await using service = await startPushService();
  await using console = await startConsoleData('SQLite', ENV);
  const add = (overrides: object = {}) =>
    console.call('PUT', 'devices', { ...service.subscribe(), ...SETTINGS, ...overrides });
  for (let count = 0; count < 10; count += 1) expect((await add()).status).toBe(200);
  const eleventh = await add();
  expect([eleventh.status, eleventh.body.message]).toEqual([
    422,
    'Já há 10 aparelhos: desligue um deles antes.',
  ]);
  await using guarded = await startConsoleData('SQLite', { CONSOLE_URL: ENV.CONSOLE_URL });
  const refused = await guarded.call('PUT', 'devices', { ...service.subscribe(), ...SETTINGS });
  expect([refused.status, refused.body.field]).toEqual([422, 'endpoint']);
  const unencrypted = { ...service.subscribe(), ...SETTINGS, endpoint: 'http://93.184.215.14/p/1' };
  expect((await guarded.call('PUT', 'devices', unencrypted)).status).toBe(422);
});

test('offers no key while the console has no address with TLS', async () => {
  await using console = await startConsoleData();
  expect(await console.get('devices')).toEqual({ public_key: null, items: [] });
});

test('removes a device with the session in which it was last seen', async () => {
  await using service = await startPushService();
  await using console = await startConsoleData('SQLite', ENV);
  const subscription = service.subscribe();
  await console.call('PUT', 'devices', { ...subscription, ...SETTINGS });
  const { operator } = console;
  const path = `account/sessions/${operator.sessionId}`;
  expect((await console.call('DELETE', path)).status).toBe(204);
  const remaining = await console.database.selectFrom('push_devices').select('id').execute();
  expect(remaining).toEqual([]);
});
