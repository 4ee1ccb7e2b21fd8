import { expect, test, vi } from 'vitest';
import { call } from '../api.ts';
import { queryClient } from '../queries.ts';
import { thisDeviceQuery } from './this-device.ts';

vi.mock('../api.ts', async (load) => ({ ...(await load()), call: vi.fn() }));

const SETTINGS = { kinds: ['lead'], is_quiet: true, shows_names: false };
/** Has each character in which base64url differs from Base64. */
const OLD_KEY = Buffer.of(4, 251, 255, 1);
const NEW_KEY = Buffer.of(4, 251, 255, 2);

const subscriptionOf = (endpoint: string, key: Buffer) => ({
  endpoint,
  options: { applicationServerKey: Uint8Array.from(key).buffer },
  unsubscribe: vi.fn(async () => true),
  toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
});

/** A browser that subscribed with OLD_KEY, and a server that does not know the device. */
async function openConsole(serverKey: Buffer, subscribe: () => Promise<unknown>) {
  const subscription = subscriptionOf('https://push.test/old', OLD_KEY);
  const pushManager = { getSubscription: async () => subscription, subscribe: vi.fn(subscribe) };
  const serviceWorker = { register: async () => ({}), ready: Promise.resolve({ pushManager }) };
  vi.stubGlobal('navigator', { serviceWorker });
  vi.stubGlobal('window', {});
  const stored = JSON.stringify({ userId: 'u', ...SETTINGS });
  vi.stubGlobal('localStorage', { getItem: () => stored, setItem: () => {} });
  const answers: Record<string, unknown> = {
    'POST devices/seen': { device: null },
    'GET devices': { public_key: serverKey.toString('base64url'), items: [] },
    'PUT devices': { id: '1' },
  };
  const requests = vi.mocked(call).mockImplementation(async (route) => answers[route] as never);
  requests.mockClear();
  queryClient.clear();
  const device = await queryClient.fetchQuery(thisDeviceQuery('u'));
  const stores = requests.mock.calls.filter(([route]) => route === 'PUT devices');
  return { device, stores, subscription, pushManager };
}

test('registers a device again that the server does not know', async () => {
  const { device, stores, pushManager } = await openConsole(OLD_KEY, async () => null);
  expect(device).toEqual({ id: '1' });
  expect(stores).toMatchObject([
    ['PUT devices', { body: { endpoint: 'https://push.test/old', ...SETTINGS } }],
  ]);
  expect(pushManager.subscribe).not.toHaveBeenCalled();
});

test('subscribes a device anew whose subscription is of a key that the server has lost', async () => {
  const { device, stores, subscription, pushManager } = await openConsole(NEW_KEY, async () =>
    subscriptionOf('https://push.test/new', NEW_KEY),
  );
  expect(device).toEqual({ id: '1' });
  expect(subscription.unsubscribe).toHaveBeenCalled();
  expect(pushManager.subscribe).toHaveBeenCalledWith({
    userVisibleOnly: true,
    applicationServerKey: NEW_KEY.toString('base64url'),
  });
  expect(stores).toMatchObject([
    ['PUT devices', { body: { endpoint: 'https://push.test/new', ...SETTINGS } }],
  ]);
});

test('shows the device as off if the browser subscribes only after a click', async () => {
  const { device, stores } = await openConsole(NEW_KEY, async () => {
    throw new DOMException('A gesture is needed.', 'NotAllowedError');
  });
  expect(device).toBeNull();
  expect(stores).toEqual([]);
});
