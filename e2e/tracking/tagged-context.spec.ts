import type { Page } from '@playwright/test';
import { expectEvents, flushQueuedEvents } from '../events.ts';
import { fillLead, openLeadDialog, sendLead } from '../lead-dialog.ts';
import { expect, test } from './tagged.ts';

const FBCLID = 'IwAR2F4-dbP0l7Mn1IawQQGCINEz7PYXQvwjNwB_qa2ofrHyiLjcbCRxTDMgk';

type SentEvent = Record<string, unknown> & { name: string; payload: Record<string, unknown> };

/** Returns a list that collects the events the page sends. */
function collectEvents(page: Page): SentEvent[] {
  const sent: SentEvent[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/rest/v1/jornada')) {
      sent.push(...JSON.parse(request.postData() ?? '[]'));
    }
  });
  return sent;
}

/** Waits for the script that describes the visit. */
const waitForContext = (page: Page) =>
  page.waitForResponse((answer) => answer.url().includes('visit-context'));

async function sendLeadAndStay(page: Page) {
  await openLeadDialog(page);
  await fillLead(page);
  await page.route('https://checkout.example/**', () => {});
  await sendLead(page);
}

/** Waits until the page has sent one lead. @returns the context of its event */
async function waitForLead(page: Page, sent: readonly SentEvent[]): Promise<unknown> {
  const leads = () => {
    flushQueuedEvents(page);
    return sent.filter(({ name }) => name === 'generate_lead');
  };
  await expect.poll(leads).toHaveLength(1);
  const [lead] = leads();
  return lead?.context;
}

test('sends the visit’s context with a lead, and with the same visitor’s application', async ({
  page,
  context,
  modal,
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
  const sent = collectEvents(page);
  const ready = waitForContext(page);
  await page.goto(`/?utm_source=ig&fbclid=${FBCLID}&gclid=Cj0-_Q&x=ana@exemplo.com`);
  await ready;
  await sendLeadAndStay(page);
  expect(await waitForLead(page, sent)).toEqual({
    consent: 'unasked',
    fbp: 'fb.1.1596403881668.1116446470',
    fbc: expect.stringMatching(new RegExp(`^fb\\.1\\.\\d{13}\\.${FBCLID}$`)),
    client_id: '1234567890.1700000000',
    session_id: '1746000000',
    gclid: 'Cj0-_Q',
    page_location: `${funil.url}/?utm_source=ig&fbclid=${FBCLID}&gclid=Cj0-_Q`,
    // The fake scripts are empty.
    gtag: false,
    fbq: false,
    other_form: false,
  });
  const otherEvents = sent.filter(({ name }) => name !== 'generate_lead');
  expect(otherEvents.filter(({ context }) => context)).toEqual([]);

  const readyAgain = waitForContext(page);
  await page.goto('/');
  await readyAgain;
  await modal.reachTheEnd();
  await modal.sendAndConfirm();
  await expectEvents(page, funil, 'form_complete', 2);
  const applied = sent.find(
    ({ name, payload }) => name === 'form_complete' && payload.form === 'aplicacao',
  );
  expect(applied?.context).toMatchObject({ consent: 'unasked', other_form: true });
});

test('sends a lead without context after a refusal', async ({ page }) => {
  const sent = collectEvents(page);
  const ready = waitForContext(page);
  await page.goto(`/?fbclid=${FBCLID}`);
  await ready;
  await page.locator('#footer').getByRole('button', { name: 'Desligar' }).click();
  await sendLeadAndStay(page);
  await waitForLead(page, sent);
  expect(sent.filter((event) => 'context' in event)).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem('cliques_anuncio'))).toBe('{}');
});
