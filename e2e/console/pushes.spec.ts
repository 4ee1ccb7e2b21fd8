import { type ReceivedPush, startPushService } from '../../testkit/fake-push.ts';
import { expectErrors } from '../console-errors.ts';
import { holdRequests } from '../hold-requests.ts';
import {
  createLead,
  expect,
  type Page,
  requestApi,
  startConsoleServer,
  test,
  useSessionOf,
} from './console-server.ts';

/** Replaces the browser's push service, which tests cannot reach, by a subscription to the fake service. */
async function subscribeTo(
  page: Page,
  subscription: Record<'endpoint' | 'p256dh' | 'auth', string>,
) {
  await page.context().grantPermissions(['notifications']);
  await page.addInitScript(({ endpoint, ...keys }) => {
    let isOn = false;
    const subscribed = {
      endpoint,
      toJSON: () => ({ endpoint, keys }),
      unsubscribe: async () => {
        isOn = false;
      },
    };
    Object.assign(PushManager.prototype, {
      subscribe: async () => {
        isOn = true;
        return subscribed;
      },
      getSubscription: async () => (isOn ? subscribed : null),
    });
    Notification.requestPermission = async () => 'granted';
  }, subscription);
}

/** Delivers a push to the page's service worker, as a push service does. */
async function deliver(page: Page, { message }: ReceivedPush) {
  const devtools = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    }),
  );
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await registered,
    data: JSON.stringify(message),
  });
}

const KINDS_LEFT_ON = ['lead', 'application', 'deadline', 'pending', 'refund', 'summary'];

test('shows a new lead’s push without the name, and opens the lead', async ({ page }) => {
  await using service = await startPushService();
  await using server = await startConsoleServer({ CONSOLE_URL: 'https://painel.escola.test' });
  // The page is closed before the server, because an open console keeps asking the server for marks.
  await using _closedFirst = page;
  await useSessionOf(page, server);
  await subscribeTo(page, service.subscribe());
  await page.goto(`${server.url}/conta`);
  await page.getByRole('button', { name: 'Ligar neste aparelho' }).click();
  const device = page.getByRole('listitem').filter({ hasText: 'este aparelho' });
  await expect(device).toBeVisible();
  const release = await holdRequests(page, '**/console/v1/devices/*');
  await device.getByLabel('Silêncio').uncheck();
  await device.getByLabel('Venda paga').uncheck();
  await expect(device.getByLabel('Silêncio')).not.toBeChecked();
  release();
  const saved = async () => (await requestApi(server, 'GET', 'devices')).items;
  await expect.poll(saved).toMatchObject([{ is_quiet: false, kinds: KINDS_LEFT_ON }]);
  const { name } = await createLead(server);
  await expect.poll(() => service.received.length).toBe(1);
  const [push] = service.received;
  if (!push) throw new Error('nothing was pushed');
  const [worker] = page.context().serviceWorkers();
  if (!worker) throw new Error('no worker runs');
  // A browser without a screen shows no notifications.
  await worker.evaluate(() => {
    const shown: unknown[] = [];
    const showNotification = async (title: string, { body, data }: NotificationOptions) =>
      void shown.push({ title, body, path: data.path });
    Object.assign(Reflect.get(globalThis, 'registration'), { showNotification });
    Object.assign(globalThis, { shown });
  });
  await deliver(page, push);
  const { title, body, path } = push.message;
  await expect
    .poll(() => worker.evaluate(() => Reflect.get(globalThis, 'shown')))
    .toEqual([{ title, body, path }]);
  expect(JSON.stringify(push.message)).not.toContain(name);
  await page.goto(`${server.url}${path}`);
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Chamar/ })).toHaveAttribute(
    'href',
    /wa\.me\/\d+\?text=/,
  );

  expectErrors(page, /503|ERR_INTERNET_DISCONNECTED/);
  await page.context().setOffline(true);
  await page.goto(`${server.url}/`);
  await expect(page.getByRole('heading', { name: 'Sem conexão' })).toBeVisible();
});
