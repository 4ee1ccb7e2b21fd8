import { expectEvents, recordCalls } from '../events.ts';
import { expect, test } from '../fixtures.ts';
import { holdRequests } from '../hold-requests.ts';
import { saveLead } from '../lead-dialog.ts';

const UTMS = {
  utm_source: 'instagram',
  utm_medium: 'social',
  utm_campaign: 'lancamento',
  utm_content: 'story-3',
  utm_term: 'ia',
};
const CAMPAIGN_PATH = `/?${new URLSearchParams(UTMS)}&fbclid=abc123`;
const TITLE = 'Engrena IA - Comunidade de IA';
/** Events that depend on screen and timing, tested in tracking-sections.spec.ts. */
const UNTESTED_EVENTS = ['section_view', 'scroll_depth', 'web_vital'];

test('sends the journey to Google, Meta and the database in order', async ({ page, funil }) => {
  const gtag = await recordCalls(page, 'gtag');
  const fbq = await recordCalls(page, 'fbq');
  const journey = () => gtag.filter(([, name]) => !UNTESTED_EVENTS.includes(String(name)));
  await page.goto(`${CAMPAIGN_PATH}&gad_source=1&email=ana@exemplo.com#fundador`, {
    referer: 'https://l.instagram.com/stories',
  });
  await expect.poll(() => journey().length).toBe(1);
  await saveLead(page);
  await page.goto('/?transaction_id=T-1&value=1.497,00&src=email');
  await expect(page).toHaveURL('/?src=email');
  await expect.poll(() => journey().length).toBe(9);

  // Google gets the page's URL without e-mail addresses. The database stores only its known parameters.
  const page_view = {
    page_title: TITLE,
    page_location: `${funil.url}${CAMPAIGN_PATH}&gad_source=1`,
    ...UTMS,
  };
  const openerClick = { button_name: 'Quero entrar na comunidade', section: 'hero', ...UTMS };
  const submit = { button_name: 'Continuar para o pagamento', section: 'lead-dialog', ...UTMS };
  const purchase = { transaction_id: 'T-1', value: 1497, currency: 'BRL' };
  expect(journey()).toEqual([
    ['event', 'page_view', page_view],
    ['event', 'click', openerClick],
    ['event', 'cta_click', { ...openerClick, opens: 'lead' }],
    ['event', 'form_start', { form: 'lead', field: 'nome' }],
    ['event', 'click', submit],
    ['event', 'form_complete', { form: 'lead' }],
    [
      'event',
      'generate_lead',
      { currency: 'BRL', value: 0, ...UTMS, lead_name: 'Ana Souza', lead_phone: '(11) 98765-4321' },
    ],
    [
      'event',
      'purchase',
      { ...purchase, items: [{ item_name: 'Engrena IA', price: 1497, quantity: 1 }], ...UTMS },
    ],
    ['event', 'page_view', { ...page_view, page_location: `${funil.url}/?src=email` }],
  ]);

  const key = funil.rows('leads')[0]?.idempotency_key;
  // Waits for all calls, because the test gets the recorded calls one by one.
  await expect.poll(() => fbq.length).toBe(4);
  expect(fbq).toEqual([
    ['track', 'PageView'],
    ['track', 'Lead', { currency: 'BRL', value: 0 }, { eventID: key }],
    ['track', 'Purchase', { currency: 'BRL', value: 1497 }, { eventID: 'T-1' }],
    ['track', 'PageView'],
  ]);

  await expectEvents(page, funil, 'page_view', 2);
  const events = funil.events().filter(({ name }) => !UNTESTED_EVENTS.includes(name));
  expect(events.map(({ name }) => name)).toEqual([
    'session_start',
    'page_view',
    'click',
    'cta_click',
    'form_start',
    'click',
    'form_complete',
    'generate_lead',
    'checkout_redirect',
    'purchase',
    'page_view',
  ]);
  const [start, view, click] = events;
  expect(start?.payload).toEqual({ fbclid: 'abc123', referrer_host: 'l.instagram.com' });
  expect(view?.payload).toEqual({ page_title: TITLE, page_location: funil.url + CAMPAIGN_PATH });
  expect(click).toMatchObject({
    secao: 'hero',
    payload: { button_name: 'Quero entrar na comunidade' },
    ...UTMS,
  });
  for (const name of ['form_complete', 'generate_lead', 'checkout_redirect']) {
    expect(funil.events(name)).toMatchObject([{ lead_ref: key }]);
  }
  expect(new Set(events.map(({ session_id }) => session_id)).size).toBe(1);

  // Opens the address of the purchase again, as a buyer may do. The purchase must not count twice.
  await page.goto('/?transaction_id=T-1&value=1.497,00');
  await expectEvents(page, funil, 'page_view', 3);
  expect(funil.events('purchase')).toMatchObject([{ payload: purchase }]);
});

test('reports the page view when a visitor sends a lead and leaves before the page has loaded', async ({
  page,
  funil,
}) => {
  // Held pictures keep the page from loading.
  await holdRequests(page, /\.(avif|webp|png|jpe?g)$/);
  await page.goto('/', { waitUntil: 'commit' });
  await saveLead(page);
  await expectEvents(page, funil, 'checkout_redirect');
  await expectEvents(page, funil, 'page_view');
});
