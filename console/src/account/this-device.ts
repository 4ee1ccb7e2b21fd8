import type { Device, NewDevice } from '@funil/contract/console/devices';
import { type PushKind, pushKindsFor } from '@funil/contract/console/push-kinds';
import type { Role } from '@funil/contract/console/roles';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api.ts';
import { queryClient } from '../queries.ts';

const WORKER = '/worker.js';

/** The part of Trusted Types that TypeScript's library does not know. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: () => string },
  ): { createScriptURL(text: string): unknown };
}

/** Returns the worker's address as the browser asks for it; the policy knows no other. */
function workerUrl(): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy('funil-worker', { createScriptURL: () => WORKER });
  return (policy?.createScriptURL(WORKER) ?? WORKER) as string;
}

let registration: Promise<ServiceWorkerRegistration> | null = null;

/** Registers the worker; resolves when it is active. */
async function startWorker(): Promise<ServiceWorkerRegistration> {
  registration ??= navigator.serviceWorker.register(workerUrl());
  await registration;
  return navigator.serviceWorker.ready;
}

/** Whether this browser can get pushes. On iPhones, only an app on the home screen can. */
export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

export const devicesQuery = queryOptions({
  queryKey: ['devices'],
  meta: { tables: [] },
  queryFn: ({ signal }) => call('GET devices', { signal }),
});

/** The device of this browser, which the server ties to the present session; null: it gets no pushes. */
export const thisDeviceQuery = queryOptions({
  queryKey: ['devices', 'this'],
  meta: { tables: [] },
  staleTime: Number.POSITIVE_INFINITY,
  async queryFn(): Promise<Device | null> {
    if (!('serviceWorker' in navigator)) return null;
    const worker = await startWorker();
    const subscription = await worker.pushManager?.getSubscription();
    if (!subscription) return null;
    const body = { endpoint: subscription.endpoint };
    const seen = await call('POST devices/seen', { body });
    return seen.device;
  },
});

const refresh = () => queryClient.invalidateQueries({ queryKey: ['devices'] });

/** Asks the operator, subscribes this browser and stores it. @returns false if the operator or the browser refuses */
export async function turnOn(publicKey: string, role: Role): Promise<boolean> {
  // Before any pause: browsers ask only in answer to a press.
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const { pushManager } = await startWorker();
  // A subscription to another server's key would be refused.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const { keys = {} } = subscription.toJSON();
  const body: NewDevice = {
    endpoint: subscription.endpoint,
    p256dh: keys.p256dh ?? '',
    auth: keys.auth ?? '',
    kinds: pushKindsFor(role),
    is_quiet: true,
    shows_names: false,
  };
  await call('PUT devices', { body });
  await refresh();
  return true;
}

/** Stores a device's settings. */
export async function change(
  { id }: Device,
  body: { kinds?: readonly PushKind[]; is_quiet?: boolean; shows_names?: boolean },
): Promise<void> {
  await call('PATCH devices/:id', { params: { id }, body });
  await refresh();
}

/** Ends a device's pushes. @param isThis whether it is this browser's, whose subscription then ends, too */
export async function turnOff({ id }: Device, isThis: boolean): Promise<void> {
  await call('DELETE devices/:id', { params: { id } });
  const worker = isThis ? await startWorker() : null;
  await (await worker?.pushManager.getSubscription())?.unsubscribe();
  await refresh();
}
