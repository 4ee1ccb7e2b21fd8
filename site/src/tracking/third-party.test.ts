import type { TrackingContent } from '@funil/content/schema/site';
import { expect, test, vi } from 'vitest';
import { writeChoice } from '../visitor/consent-choice.ts';
import { loadThirdParties, prepareThirdParties, sendConsentToThirdParties } from './third-party.ts';

const SETTINGS: TrackingContent = {
  gtag: 'G-ABC123',
  adsConversion: null,
  pixel: '1234567890',
  sendLeadContact: true,
  consent: 'notice',
};
const signals = (choice: string) => ({
  ad_storage: choice,
  ad_user_data: choice,
  ad_personalization: choice,
  analytics_storage: choice,
});

/** Stubs the parts of a browser that the loaders use. Returns the addresses of the scripts that they add. */
function openPage(href = 'https://escola.test/') {
  const scripts: string[] = [];
  const memory = new Map<string, string>();
  vi.stubGlobal('window', {
    location: new URL(href),
    localStorage: {
      getItem: (key: string) => memory.get(key) ?? null,
      setItem: (key: string, value: string) => memory.set(key, value),
    },
  });
  vi.stubGlobal('document', {
    documentElement: { dataset: {} },
    querySelector: () => null,
    createElement: () => ({}),
    head: { append: ({ src }: { src: string }) => scripts.push(src) },
  });
  return scripts;
}

const layer = () => (window.dataLayer ?? []).map((command) => [...(command as unknown[])]);
const pixelCalls = () => (window.fbq as unknown as { queue: unknown[][] }).queue;

test('sends Google the consent before other commands in notice mode', () => {
  openPage();
  prepareThirdParties(SETTINGS);
  expect(layer()).toEqual([
    ['consent', 'default', signals('granted')],
    ['js', expect.any(Date)],
    ['config', 'G-ABC123', { send_page_view: false }],
  ]);
});

test.each(['e=ana@exemplo.com', 'e=ana%40exemplo.com', 'e=ana%2540exemplo.com', 'ana@exemplo.com'])(
  'keeps an e-mail address in the page’s address from all of Google’s events: %s',
  (parameter) => {
    openPage(`https://escola.test/?utm_source=news&${parameter}#oferta`);
    prepareThirdParties(SETTINGS);
    const page_location = 'https://escola.test/?utm_source=news';
    expect(layer().at(-1)).toEqual([
      'config',
      'G-ABC123',
      { send_page_view: false, page_location },
    ]);
  },
);

test('denies everything until the visitor accepts in banner mode', () => {
  openPage();
  const settings: TrackingContent = { ...SETTINGS, consent: 'banner' };
  prepareThirdParties(settings);
  window.gtag?.('event', 'page_view', {});
  sendConsentToThirdParties('granted', settings);
  expect(layer()).toEqual([
    ['consent', 'default', signals('denied')],
    ['js', expect.any(Date)],
    ['config', 'G-ABC123', { send_page_view: false }],
    ['event', 'page_view', {}],
    ['consent', 'update', signals('granted')],
  ]);
  expect(pixelCalls()).toEqual([
    ['consent', 'revoke'],
    ['set', 'autoConfig', false, '1234567890'],
    ['init', '1234567890'],
    ['consent', 'grant'],
  ]);
});

test('sends a stored choice right after the default', () => {
  openPage();
  writeChoice('denied');
  prepareThirdParties(SETTINGS);
  expect(layer().slice(0, 3)).toEqual([
    ['consent', 'default', signals('granted')],
    ['consent', 'update', signals('denied')],
    ['js', expect.any(Date)],
  ]);
});

test('fetches only the configured scripts', () => {
  const scripts = openPage();
  loadThirdParties({ ...SETTINGS, pixel: null });
  expect(scripts).toEqual(['https://www.googletagmanager.com/gtag/js?id=G-ABC123']);
  loadThirdParties({ ...SETTINGS, gtag: null });
  expect(scripts[1]).toBe('https://connect.facebook.net/en_US/fbevents.js');
});

test('configures Google Ads with Analytics, and fetches it when it is the only tag', () => {
  const scripts = openPage();
  const both = { ...SETTINGS, adsConversion: 'AW-123456789/AbC-D_efG' };
  prepareThirdParties(both);
  const configured = layer().filter(([command]) => command === 'config');
  expect(configured.map(([, id]) => id)).toEqual(['G-ABC123', 'AW-123456789']);
  loadThirdParties({ ...both, gtag: null, pixel: null });
  expect(scripts).toEqual(['https://www.googletagmanager.com/gtag/js?id=AW-123456789']);
});
