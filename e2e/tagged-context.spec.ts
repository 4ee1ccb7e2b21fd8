import type { Page } from '@playwright/test';
import { startFakeMeta } from '../testkit/fake-meta.ts';
import { Funil } from '../testkit/funil.ts';
import { ApplicationModal } from './application-modal.ts';
import { expectEvents, flushQueuedEvents } from './events.ts';
import { fillLead, openLeadDialog, sendLead } from './lead-dialog.ts';
import { expect, readPixelCalls, test } from './tagged.ts';
import { TAGGED_SITE } from './tagged-site.ts';

const FBCLID = 'IwAR2F4-dbP0l7Mn1IawQQGCINEz7PYXQvwjNwB_qa2ofrHyiLjcbCRxTDMgk';

type Sent = Record<string, unknown> & { name: string; payload: Record<string, unknown> };

/** Events that the page sends, as it sends them. */
function watchEvents(page: Page): Sent[] {
  const sent: Sent[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/rest/v1/jornada')) {
      sent.push(...JSON.parse(request.postData() ?? '[]'));
    }
  });
  return sent;
}

/** Whether what tells of the visit has arrived: it is fetched once the page is idle. */
const isReady = (page: Page) =>
  page.waitForResponse((answer) => answer.url().includes('visit-context'));

async function leaveLead(page: Page) {
  await openLeadDialog(page);
  await fillLead(page);
  await page.route('https://checkout.example/**', () => {});
  await sendLead(page);
}

const contextsOf = (sent: readonly Sent[], name: string) =>
  sent.filter((event) => event.name === name).map(({ context }) => context);

test('a lead alone carries what Meta and Google know its visit by', async ({
  page,
  context,
  funil,
}) => {
  await context.addCookies([
    { name: '_fbp', value: 'fb.1.1596403881668.1116446470', url: funil.url },
    { name: '_ga', value: 'GA1.1.1234567890.1700000000', url: funil.url },
    {
      name: '_ga_ABC123XYZ9',
      value: 'GS2.1.s1746000000$o1$g0$t1746000000$j60$l0$h0',
      url: funil.url,
    },
  ]);
  const sent = watchEvents(page);
  const ready = isReady(page);
  await page.goto(`${funil.url}/?utm_source=ig&fbclid=${FBCLID}&gclid=Cj0%2BQ&x=ana@exemplo.com`);
  await ready;
  await leaveLead(page);
  await expect.poll(() => contextsOf(sent, 'generate_lead')).toHaveLength(1);
  expect(contextsOf(sent, 'generate_lead')[0]).toEqual({
    consent: 'unasked',
    fbp: 'fb.1.1596403881668.1116446470',
    fbc: expect.stringMatching(new RegExp(`^fb\\.1\\.\\d{13}\\.${FBCLID}$`)),
    client_id: '1234567890.1700000000',
    session_id: '1746000000',
    gclid: 'Cj0%2BQ',
    page_location: `${funil.url}/?utm_source=ig&fbclid=${FBCLID}&gclid=Cj0%2BQ`,
    // Their scripts came empty: nothing in them tells anybody anything.
    gtag: false,
    fbq: false,
    other_form: false,
  });
  const others = sent.filter(({ name }) => name !== 'generate_lead');
  expect(others.filter(({ context }) => context)).toEqual([]);
});

test('the server sends Meta the lead under the id that the page’s pixel gave it', async ({
  page,
}) => {
  await using meta = await startFakeMeta({ pixel: '1234567890', token: 'token' });
  const env = { SITE_DIR: TAGGED_SITE, META_CAPI_TOKEN: 'token', META_API_URL: meta.address };
  await using funil = new Funil({ env });
  await funil.start();
  // Closed before its server: until then it sends.
  await using _visit = page;
  const ready = isReady(page);
  await page.goto(`${funil.url}/?fbclid=${FBCLID}`);
  await ready;
  const userAgent = await page.evaluate(() => navigator.userAgent);
  await leaveLead(page);
  const told = async () => (await readPixelCalls(page)).filter(([, name]) => name === 'Lead');
  await expect.poll(told).toHaveLength(1);
  const [lead = []] = await told();
  await expect.poll(() => meta.counted, { timeout: 15_000 }).toHaveLength(1);
  expect(lead[3]).toEqual({ eventID: meta.counted[0]?.id });
  expect(meta.counted[0]?.event).toMatchObject({
    event_name: 'Lead',
    event_source_url: `${funil.url}/?fbclid=${FBCLID}`,
    user_data: {
      client_user_agent: userAgent,
      fbc: expect.stringContaining(FBCLID),
    },
  });
  expect(meta.refused).toEqual([]);
});

test('a lead carries the ids that gtag itself answers, and that gtag was there', async ({
  page,
  funil,
}) => {
  await page.route('https://www.googletagmanager.com/**', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `window.google_tag_manager = {};
        window.gtag = (command, id, field, answer) => {
          if (command === 'get') setTimeout(() => answer({ client_id: '7.8', session_id: 9 }[field]));
        };`,
    }),
  );
  const sent = watchEvents(page);
  const ready = isReady(page);
  await page.goto(funil.url);
  await ready;
  await leaveLead(page);
  await expect.poll(() => contextsOf(sent, 'generate_lead')).toHaveLength(1);
  expect(contextsOf(sent, 'generate_lead')[0]).toMatchObject({
    ...{ client_id: '7.8', session_id: '9', gtag: true },
  });
});

test('a lead of a visitor who refused carries nothing of the visit', async ({ page, funil }) => {
  const sent = watchEvents(page);
  const ready = isReady(page);
  await page.goto(`${funil.url}/?fbclid=${FBCLID}`);
  await ready;
  await page.locator('#footer').getByRole('button', { name: 'Desligar' }).click();
  await leaveLead(page);
  await expect.poll(() => contextsOf(sent, 'generate_lead')).toHaveLength(1);
  expect(sent.filter((event) => 'context' in event)).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem('cliques_anuncio'))).toBe('{}');
});

test('an application after a lead of the same visit says that Meta knows its visitor', async ({
  page,
  funil,
}) => {
  const sent = watchEvents(page);
  const ready = isReady(page);
  await page.goto(funil.url);
  await ready;
  await leaveLead(page);
  await expect.poll(() => contextsOf(sent, 'generate_lead')).toHaveLength(1);
  const isReadyAgain = isReady(page);
  await page.goto(funil.url);
  await isReadyAgain;
  const modal = new ApplicationModal(page);
  await modal.reachTheEnd();
  await modal.send.click();
  const applied = () =>
    sent.filter(({ name, payload }) => name === 'form_complete' && payload.form === 'aplicacao');
  await expect(modal.title('APLICAÇÃO ENVIADA')).toBeFocused();
  await flushQueuedEvents(page);
  await expect.poll(applied).toHaveLength(1);
  expect(applied()[0]?.context).toMatchObject({ consent: 'unasked', other_form: true });
});

test('a backend that does not know contexts stores the lead’s event without one', async ({
  page,
  funil,
  expectedErrors,
}) => {
  expectedErrors.push(/400/);
  await page.route('**/rest/v1/jornada*', async (route) => {
    const rows: Sent[] = [JSON.parse(route.request().postData() ?? '[]')].flat();
    const isOdd = rows.some((row) => 'context' in row);
    return isOdd ? route.fulfill({ status: 400, body: '{}' }) : route.continue();
  });
  const ready = isReady(page);
  await page.goto(funil.url);
  await ready;
  await leaveLead(page);
  await expectEvents(page, funil, 'generate_lead');
});
