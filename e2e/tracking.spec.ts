import { readEvents, stub } from './events.ts';
import { expect, test } from './fixtures.ts';
import { fillLead, openLeadDialog, sendLead } from './lead-dialog.ts';

const UTMS = {
  utm_source: 'instagram',
  utm_medium: 'social',
  utm_campaign: 'lancamento',
  utm_content: 'story-3',
  utm_term: 'ia',
};
const CAMPAIGN = `/?${new URLSearchParams(UTMS)}`;
const TITLE = 'Engrena IA - Comunidade de IA';
/** Depend on the screen and on how long things take; tested apart. */
const INCIDENTAL = ['section_view', 'scroll_depth', 'web_vital'];

test('Google and Meta hear a whole journey, in order and to the letter', async ({
  page,
  funil,
}) => {
  const gtag = await stub(page, 'gtag');
  const fbq = await stub(page, 'fbq');
  const journey = () => gtag.filter(([, name]) => !INCIDENTAL.includes(String(name)));
  await page.goto(funil.url + CAMPAIGN);
  await expect.poll(() => journey().length).toBe(1);
  await openLeadDialog(page);
  await fillLead(page);
  await sendLead(page);
  await page.waitForURL('https://checkout.example/**');
  await page.goto(`${funil.url}/?transaction_id=T-1&value=1497.00&src=email`);
  await expect(page).toHaveURL(`${funil.url}/?src=email`);
  await expect.poll(() => journey().length).toBe(9);

  const page_view = { page_title: TITLE, page_location: funil.url + CAMPAIGN, ...UTMS };
  const opener = { button_name: 'Quero entrar na comunidade', section: 'hero', ...UTMS };
  const purchase = { transaction_id: 'T-1', value: 1497, currency: 'BRL' };
  expect(journey()).toEqual([
    ['event', 'page_view', page_view],
    ['event', 'click', opener],
    ['event', 'cta_click', { ...opener, opens: 'lead' }],
    ['event', 'form_start', { form: 'lead', field: 'nome' }],
    [
      'event',
      'click',
      { button_name: 'Continuar para o pagamento', section: 'lead-dialog', ...UTMS },
    ],
    ['event', 'form_complete', { form: 'lead' }],
    [
      'event',
      'generate_lead',
      {
        currency: 'BRL',
        value: 0,
        ...UTMS,
        lead_name: 'Ana Souza',
        lead_phone: '(11) 98765-4321',
      },
    ],
    [
      'event',
      'purchase',
      { ...purchase, items: [{ item_name: 'Engrena IA', price: 1497, quantity: 1 }], ...UTMS },
    ],
    ['event', 'page_view', { ...page_view, page_location: `${funil.url}/?src=email` }],
  ]);

  const [lead] = funil.rows('leads');
  const eventID = lead?.idempotency_key;
  // Each call comes out of the page on its own, Google's before Meta's.
  await expect.poll(() => fbq.length).toBe(4);
  expect(fbq).toEqual([
    ['track', 'PageView'],
    ['track', 'Lead', { currency: 'BRL', value: 0 }, { eventID }],
    ['track', 'Purchase', { currency: 'BRL', value: 1497 }, { eventID: 'T-1' }],
    ['track', 'PageView'],
  ]);
});

test('gives Google neither name nor phone when content says so', async ({ page, funil }) => {
  const gtag = await stub(page, 'gtag');
  await page.goto(funil.url);
  await page.locator('#consent').evaluate((element: HTMLElement) => {
    const settings = JSON.parse(element.dataset.tracking ?? '');
    element.dataset.tracking = JSON.stringify({ ...settings, sendLeadContact: false });
  });
  await openLeadDialog(page);
  await fillLead(page);
  await sendLead(page);
  await page.waitForURL('https://checkout.example/**');
  const [lead, ...others] = gtag.filter(([, name]) => name === 'generate_lead');
  expect(others).toEqual([]);
  expect(lead?.[2]).toEqual({
    currency: 'BRL',
    value: 0,
    utm_source: 'direto',
    utm_medium: 'organico',
    utm_campaign: '',
    utm_content: '',
    utm_term: '',
  });
});

test('the internal tracker tells the same journey, and which visit brought the lead', async ({
  page,
  funil,
}) => {
  await page.goto(`${funil.url}${CAMPAIGN}&fbclid=abc123&email=ana@exemplo.com`, {
    referer: 'https://l.instagram.com/stories',
  });
  await expect.poll(() => readEvents(funil, 'page_view').length, { timeout: 10_000 }).toBe(1);
  await openLeadDialog(page);
  await fillLead(page);
  await sendLead(page);
  await page.waitForURL('https://checkout.example/**');
  await page.goto(`${funil.url}/?transaction_id=T-1&value=1.497,00`);
  await expect.poll(() => readEvents(funil, 'purchase').length, { timeout: 10_000 }).toBe(1);

  const events = readEvents(funil).filter(({ name }) => !INCIDENTAL.includes(name));
  expect(events.slice(0, 9).map(({ name }) => name)).toEqual([
    'session_start',
    'page_view',
    'click',
    'cta_click',
    'form_start',
    'click',
    'form_complete',
    'generate_lead',
    'checkout_redirect',
  ]);
  const [start, view, click] = events;
  expect(start?.payload).toEqual({ fbclid: 'abc123', referrer_host: 'l.instagram.com' });
  expect(view?.payload).toEqual({
    page_title: TITLE,
    page_location: `${funil.url}${CAMPAIGN}&fbclid=abc123`,
  });
  expect(click).toMatchObject({
    secao: 'hero',
    payload: { button_name: 'Quero entrar na comunidade' },
    ...UTMS,
  });
  const key = funil.rows('leads')[0]?.idempotency_key;
  for (const name of ['form_complete', 'generate_lead', 'checkout_redirect']) {
    expect(readEvents(funil, name)).toMatchObject([{ lead_ref: key }]);
  }
  expect(new Set(events.map(({ session_id }) => session_id)).size).toBe(1);
});

test('without Google one warning says so, and the page and its own tracker go on', async ({
  page,
  funil,
}) => {
  const warnings: string[] = [];
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
  await page.goto(funil.url);
  await openLeadDialog(page);
  await fillLead(page);
  await sendLead(page);
  await page.waitForURL('https://checkout.example/**');
  await expect.poll(() => readEvents(funil, 'generate_lead').length).toBe(1);
  expect(warnings).toEqual(['window.gtag is not available: nothing is sent to it']);
});

test('a save that fails and then succeeds is one lead', async ({ page, funil, expectedErrors }) => {
  expectedErrors.push(/Failed to load resource/);
  const gtag = await stub(page, 'gtag');
  let isDown = true;
  await page.route('**/rest/v1/leads', (route) =>
    isDown ? route.fulfill({ status: 503, json: {} }) : route.continue(),
  );
  await page.goto(funil.url);
  await openLeadDialog(page);
  await fillLead(page);
  await sendLead(page);
  await expect(page.getByText('Erro ao salvar').first()).toBeVisible();
  expect(gtag.filter(([, name]) => name === 'generate_lead')).toEqual([]);
  isDown = false;
  await sendLead(page);
  await page.waitForURL('https://checkout.example/**');
  expect(gtag.filter(([, name]) => name === 'generate_lead')).toHaveLength(1);
  await expect.poll(() => readEvents(funil, 'generate_lead').length).toBe(1);
});
