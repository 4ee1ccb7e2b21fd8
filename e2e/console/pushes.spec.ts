import { startPushService } from '../../testkit/fakes/push.ts';
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

const KINDS_LEFT_ON = ['lead', 'application', 'deadline', 'pending', 'refund', 'summary'];

test('sends a push about a new lead without the name, and opens the lead by the push', async ({
  page,
}) => {
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
  const message = service.received[0]?.message;
  // The worker shows these fields.
  const text = expect.stringMatching(/./);
  expect(message).toMatchObject({ title: text, body: text, tag: text });
  expect(JSON.stringify(message)).not.toContain(name);
  await page.goto(`${server.url}${message?.path}`);
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
