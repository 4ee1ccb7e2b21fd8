import { Apply } from './apply.ts';
import { fillLead, openLeadDialog, readEvents, sendLead, stub } from './events.ts';
import { expect, test } from './fixtures.ts';
import { holdRequests } from './hold-requests.ts';

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

test('a form given up tells the last field, never what stood in it', async ({ page, funil }) => {
  await page.goto(funil.url);
  await openLeadDialog(page);
  await page.getByRole('textbox', { name: 'Nome completo' }).fill('Ana Souza');
  await page.getByRole('textbox', { name: 'WhatsApp' }).focus();
  await page.keyboard.press('Escape');
  await openLeadDialog(page);
  await page.getByRole('textbox', { name: 'Nome completo' }).fill('Ana Souza');
  await page.goto('about:blank');
  await expect.poll(() => readEvents(funil, 'form_abandon').length).toBe(2);
  expect(readEvents(funil, 'form_start', 'form_abandon')).toMatchObject([
    { name: 'form_start', payload: { form: 'lead', field: 'nome' } },
    { name: 'form_abandon', payload: { form: 'lead', field: 'telefone' } },
    { name: 'form_start', payload: { form: 'lead', field: 'nome' } },
    { name: 'form_abandon', payload: { form: 'lead', field: 'nome' } },
  ]);
});

test('an application given up is told by its step and field', async ({ page, funil }) => {
  await page.goto(funil.url);
  await page.locator('[data-section="aplicacao"] [data-opens="application"]').first().click();
  const modal = page.getByRole('dialog');
  await expect(async () => {
    await modal.getByRole('button', { name: 'APLICAR' }).click({ timeout: 500 });
  }).toPass();
  await modal.getByLabel('Nome completo').fill('MarcaNome');
  await modal.getByLabel('E-mail').fill('marca@exemplo.com');
  await page.keyboard.press('Escape');
  await page.goto('about:blank');
  await expect.poll(() => readEvents(funil, 'form_abandon').length).toBe(1);
  expect(readEvents(funil, 'cta_click', 'form_start', 'form_abandon')).toMatchObject([
    { name: 'cta_click', secao: 'aplicacao', payload: { opens: 'application' } },
    { name: 'form_start', payload: { form: 'aplicacao', step: 1, field: 'nome' } },
    { name: 'form_abandon', payload: { form: 'aplicacao', step: 1, field: 'email' } },
  ]);
  expect(JSON.stringify(readEvents(funil))).not.toMatch(/marca/i);
});

test('who uses both forms in one visit is one lead to Meta; in another visit, another', async ({
  page,
  funil,
}) => {
  const fbq = await stub(page, 'fbq');
  const leads = () => fbq.filter(([, name]) => name === 'Lead');
  await page.goto(funil.url);
  await openLeadDialog(page);
  await fillLead(page);
  await sendLead(page);
  await page.waitForURL('https://checkout.example/**');
  await page.goto(funil.url);
  const apply = new Apply(page);
  await apply.reachTheEnd();
  await apply.send.click();
  await expect(apply.title('APLICAÇÃO ENVIADA')).toBeFocused();
  expect(leads()).toHaveLength(1);
  await expect.poll(() => readEvents(funil, 'form_complete').length, { timeout: 10_000 }).toBe(2);

  await page.evaluate(() => localStorage.removeItem('session_tracking_data'));
  await page.reload();
  await apply.reachTheEnd();
  await apply.send.click();
  await expect(apply.title('APLICAÇÃO ENVIADA')).toBeFocused();
  expect(leads()).toHaveLength(2);
  await apply.button('Voltar à página principal').click();
  await openLeadDialog(page);
  await fillLead(page);
  await sendLead(page);
  await page.waitForURL('https://checkout.example/**');
  expect(leads()).toHaveLength(2);
});

test('closed while it is sent, an application is complete and not given up', async ({
  page,
  funil,
}) => {
  const release = await holdRequests(page, '**/rest/v1/applications');
  await page.goto(funil.url);
  const apply = new Apply(page);
  await apply.reachTheEnd();
  await apply.send.click();
  await page.keyboard.press('Escape');
  await apply.start();
  await apply.field('Nome completo').fill('Bia');
  const answered = page.waitForResponse('**/rest/v1/applications');
  release();
  await answered;
  await expect.poll(() => readEvents(funil, 'form_complete').length, { timeout: 10_000 }).toBe(1);
  await page.goto('about:blank');
  await expect.poll(() => readEvents(funil, 'form_abandon').length).toBe(1);
  const told = readEvents(funil, 'form_start', 'form_complete', 'form_abandon');
  const [sent] = funil.rows('applications');
  expect(told.map(({ name, lead_ref }) => [name, lead_ref === sent?.id])).toEqual([
    ['form_start', true],
    ['form_start', false],
    ['form_complete', true],
    ['form_abandon', false],
  ]);
});
