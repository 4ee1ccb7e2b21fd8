import { expectErrors } from '../console-errors.ts';
import { fillLead, openLeadDialog, sendLead } from '../lead-dialog.ts';
import { expect, readDataLayer, test } from './tagged.ts';

/** Addresses that Google documents for conversions and remarketing. */
const GOOGLE_ADDRESSES = {
  script: [
    'https://www.googletagmanager.com/gtag/destination?id=AW-123456789',
    'https://www.googleadservices.com/pagead/conversion_async.js',
    'https://www.googleadservices.com/pagead/conversion/123456789/?label=AbC-D_efG&fmt=4',
    'https://googleads.g.doubleclick.net/pagead/viewthroughconversion/123456789/?fmt=4',
    'https://www.google.com/pagead/1p-conversion/123456789/?fmt=4',
    'https://pagead2.googlesyndication.com/pagead/conversion/123456789/?fmt=4',
  ],
  image: [
    'https://www.googletagmanager.com/a?id=AW-123456789',
    'https://googleads.g.doubleclick.net/pagead/viewthroughconversion/123456789/?fmt=3',
    'https://www.google.com/pagead/1p-user-list/123456789/',
    'https://google.com/pagead/1p-user-list/123456789/',
    'https://www.google.com.br/pagead/1p-user-list/123456789/',
    'https://pagead2.googlesyndication.com/pagead/gen_204',
    'https://www.googleadservices.com/pagead/conversion/123456789/?fmt=3',
  ],
  fetch: [
    'https://pagead2.googlesyndication.com/ccm/collect',
    'https://www.googleadservices.com/ccm/collect',
    'https://googleads.g.doubleclick.net/pagead/landing',
    'https://www.google.com/ccm/collect',
    'https://google.com/ccm/form-data/123456789',
    'https://www.google.com.br/ccm/collect',
  ],
  frame: ['https://www.googletagmanager.com/static/service_worker/5b/sw_iframe.html'],
};

/** Scripts on Google's hosts that would run code from the address or of third parties. */
const UNSAFE_SCRIPTS = [
  'https://googleads.g.doubleclick.net/pagead/conversion/1036918760/wcm?callback=alert',
  'https://www.googleadservices.com/pagead/conversion/1070110417/wcm?callback=alert',
  'https://www.google.com/complete/search?client=chrome&jsonp=alert',
  'https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js',
];

test('allows only the scripts that Google Ads documents', async ({ page, thirdPartyRequests }) => {
  expectErrors(page, /Content Security Policy/);
  await page.goto('/');
  await page.evaluate(async ({ script, image, fetch: fetched, frame }) => {
    const load = (tag: 'script' | 'img' | 'iframe', src: string) =>
      document.body.append(Object.assign(document.createElement(tag), { src }));
    for (const address of script) load('script', address);
    for (const address of image) load('img', address);
    for (const address of frame) load('iframe', address);
    await Promise.all(fetched.map((address) => fetch(address, { method: 'POST', body: 'x' })));
  }, GOOGLE_ADDRESSES);
  const addresses = Object.values(GOOGLE_ADDRESSES).flat();
  const requested = () =>
    thirdPartyRequests.map(({ href }) => href).filter((href) => addresses.includes(href));
  await expect.poll(() => requested().sort()).toEqual(addresses.sort());

  const runs = (src: string) =>
    new Promise<boolean>((resolve) => {
      const script = Object.assign(document.createElement('script'), { src });
      script.onload = () => resolve(true);
      script.onerror = () => resolve(false);
      document.body.append(script);
    });
  for (const address of UNSAFE_SCRIPTS)
    expect(await page.evaluate(runs, address), address).toBe(false);
  expect(thirdPartyRequests.filter(({ href }) => UNSAFE_SCRIPTS.includes(href))).toEqual([]);
});

test('reports a lead as one conversion, and redirects to Kiwify', async ({ page, funil }) => {
  await page.goto('/?utm_source=bio&utm_term=ia');
  await openLeadDialog(page);
  await fillLead(page);
  // Without an answer the browser stays on the page.
  await page.route('https://checkout.example/**', () => {});
  const checkout = page.waitForRequest('https://checkout.example/**');
  await sendLead(page);
  await expect.poll(() => funil.rows('leads').length).toBe(1);
  const readEvents = async (wantedName: string) =>
    (await readDataLayer(page)).filter(([, name]) => name === wantedName);
  await expect.poll(() => readEvents('conversion')).toHaveLength(1);
  const key = funil.rows('leads')[0]?.idempotency_key;
  expect(await readEvents('conversion')).toEqual([
    ['event', 'conversion', { send_to: 'AW-123456789/AbC-D_efG', transaction_id: key }],
  ]);
  expect(await readEvents('generate_lead')).toMatchObject([
    ['event', 'generate_lead', { lead_name: 'Ana Souza', send_to: 'G-ABC123XYZ9' }],
  ]);
  const configured = (await readDataLayer(page)).filter(([command]) => command === 'config');
  expect(configured.map(([, id]) => id)).toEqual(['G-ABC123XYZ9', 'AW-123456789']);

  const reference = String(key).replaceAll('-', '');
  expect(Object.fromEntries(new URL((await checkout).url()).searchParams)).toEqual({
    funnel: 'engrena-anual',
    ra: 'false',
    utm_source: 'bio',
    utm_medium: 'organico',
    utm_term: 'ia',
    s1: reference,
    sck: reference,
    name: 'Ana Souza',
    phone: '11987654321',
  });
});
