import type { Device } from '@funil/contract/console/devices';
import { pushKindsFor } from '@funil/contract/console/push-kinds';
import type { Role } from '@funil/contract/operators/roles';
import { queryOptions } from '@tanstack/react-query';
import { call, routeQuery } from '../api.ts';
import { queryClient } from '../queries.ts';

const WORKER_PATH = '/worker.js';

/** TypeScript's library lacks this part of Trusted Types. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: () => string },
  ): { createScriptURL(text: string): unknown };
}

/** Returns the worker's URL as a trusted type, because the Content-Security-Policy demands one for scripts. */
function workerUrl(): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy('funil-worker', { createScriptURL: () => WORKER_PATH });
  return (policy?.createScriptURL(WORKER_PATH) ?? WORKER_PATH) as string;
}

let registration: Promise<ServiceWorkerRegistration> | null = null;

async function startWorker(): Promise<ServiceWorkerRegistration> {
  registration ??= navigator.serviceWorker.register(workerUrl());
  await registration;
  return navigator.serviceWorker.ready;
}

/** True if this browser can get pushes; false on an iPhone that did not add the console to its home screen. */
export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

export const devicesQuery = routeQuery('GET devices', ['devices'], []);

/** This browser's last settings, which a new session of the same operator turns on again. */
const PUSH_SETTINGS_KEY = 'funil-console-pushes';
type PushSettings = Pick<Device, 'kinds' | 'is_quiet' | 'shows_names'>;

const rememberSettings = (userId: string, { kinds, is_quiet, shows_names }: PushSettings) =>
  localStorage.setItem(PUSH_SETTINGS_KEY, JSON.stringify({ userId, kinds, is_quiet, shows_names }));

function readRememberedSettings(expectedUserId: string): PushSettings | null {
  const { userId, ...settings } = JSON.parse(localStorage.getItem(PUSH_SETTINGS_KEY) ?? '{}');
  return userId === expectedUserId ? settings : null;
}

function storeSubscription(
  subscription: PushSubscription,
  settings: PushSettings,
): Promise<Device> {
  const { endpoint, keys = {} } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys;
  return call('PUT devices', { body: { endpoint: endpoint ?? '', p256dh, auth, ...settings } });
}

async function subscribe(pushManager: PushManager, publicKey: string): Promise<PushSubscription> {
  // Browsers refuse a second subscription with another key, such as that of a new server.
  await (await pushManager.getSubscription())?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

/** Returns the key to which a browser subscribed as base64url. */
function subscribedKey({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/**
 * Subscribes again if the server has another key now, because push services refuse a push that is not signed with the
 * subscription's key. Returns null if the browser does this only after a click.
 */
async function renewSubscription(
  pushManager: PushManager,
  subscription: PushSubscription,
): Promise<PushSubscription | null> {
  const { public_key: publicKey } = await call('GET devices');
  if (publicKey === null || subscribedKey(subscription) === publicKey) return subscription;
  return subscribe(pushManager, publicKey).catch(() => null);
}

/**
 * Tells the server this browser's subscription, so that the server ties the device to the session. Registers a device
 * again that the server does not know. The data is null if this browser gets no pushes.
 */
export const thisDeviceQuery = (userId: string) =>
  queryOptions({
    queryKey: ['devices', 'this', userId],
    meta: { tables: [] },
    staleTime: Number.POSITIVE_INFINITY,
    async queryFn(): Promise<Device | null> {
      if (!('serviceWorker' in navigator)) return null;
      const { pushManager } = await startWorker();
      const subscription = await pushManager?.getSubscription();
      if (!subscription) return null;
      const { endpoint } = subscription;
      const { device } = await call('POST devices/seen', { body: { endpoint } });
      const settings = device ?? readRememberedSettings(userId);
      if (settings === null) return null;
      rememberSettings(userId, settings);
      if (device) return device;
      const renewed = await renewSubscription(pushManager, subscription);
      return renewed && storeSubscription(renewed, settings);
    },
  });

/** Ties this browser's device to the session, if the worker runs already or this is an app on the home screen. */
export async function linkDeviceToSession(userId: string): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const isApp = window.matchMedia('(display-mode: standalone)').matches;
  if (isApp || (await navigator.serviceWorker.getRegistration())) {
    await queryClient.prefetchQuery(thisDeviceQuery(userId));
  }
}

const refetchDevices = () => queryClient.invalidateQueries({ queryKey: ['devices'] });

/** Asks for permission, subscribes this browser and stores the subscription. @returns false without permission */
export async function turnPushesOn(
  publicKey: string,
  userId: string,
  role: Role,
): Promise<boolean> {
  // Browsers ask for permission only right after a click, so nothing may be awaited before this line.
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const { pushManager } = await startWorker();
  const subscription = await subscribe(pushManager, publicKey);
  const settings = { kinds: pushKindsFor(role), is_quiet: true, shows_names: false };
  rememberSettings(userId, await storeSubscription(subscription, settings));
  await refetchDevices();
  return true;
}

export async function changeDevice({ id }: Device, body: Partial<PushSettings>): Promise<void> {
  await call('PATCH devices/:id', { params: { id }, body });
  await refetchDevices();
}

/** @param isThisDevice true for this browser's device; the browser then unsubscribes, too */
export async function turnPushesOff({ id }: Device, isThisDevice: boolean): Promise<void> {
  await call('DELETE devices/:id', { params: { id } });
  if (isThisDevice) {
    localStorage.removeItem(PUSH_SETTINGS_KEY);
    const { pushManager } = await startWorker();
    await (await pushManager.getSubscription())?.unsubscribe();
  }
  await refetchDevices();
}
