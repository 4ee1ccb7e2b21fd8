import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeChoice } from './consent-choice.ts';
import type { TrackingSettings } from './settings.ts';
import { announceChoice, loadThirdParties, prepareThirdParties } from './third-party.ts';

const SETTINGS: TrackingSettings = {
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

const scripts: string[] = [];

/** As much of a browser as the two scripts' loaders touch. */
beforeEach(() => {
  scripts.length = 0;
  const memory = new Map<string, string>();
  vi.stubGlobal('window', {
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
});
afterEach(() => void vi.unstubAllGlobals());

const layer = () => (window.dataLayer ?? []).map((entry) => [...(entry as unknown[])]);
const pixelCalls = () => (window.fbq as unknown as { queue: unknown[][] }).queue;

test('with a notice Google hears of consent before anything else', () => {
  prepareThirdParties(SETTINGS);
  expect(layer()).toEqual([
    ['consent', 'default', signals('granted')],
    ['js', expect.any(Date)],
    ['config', 'G-ABC123', { send_page_view: false }],
  ]);
});

test('with a banner all is denied until the visitor accepts', () => {
  const settings: TrackingSettings = { ...SETTINGS, consent: 'banner' };
  prepareThirdParties(settings);
  window.gtag?.('event', 'page_view', {});
  announceChoice('granted', settings);
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

test('a choice made on an earlier visit follows the default at once', () => {
  writeChoice('denied');
  prepareThirdParties(SETTINGS);
  expect(layer().slice(0, 3)).toEqual([
    ['consent', 'default', signals('granted')],
    ['consent', 'update', signals('denied')],
    ['js', expect.any(Date)],
  ]);
});

test('nothing is fetched but what is configured', () => {
  loadThirdParties({ ...SETTINGS, pixel: null });
  expect(scripts).toEqual(['https://www.googletagmanager.com/gtag/js?id=G-ABC123']);
  loadThirdParties({ ...SETTINGS, gtag: null });
  expect(scripts[1]).toBe('https://connect.facebook.net/en_US/fbevents.js');
});

test('Google Ads is configured beside Analytics, and fetched alone where it stands alone', () => {
  const both = { ...SETTINGS, adsConversion: 'AW-123456789/AbC-D_efG' };
  prepareThirdParties(both);
  const configured = layer().filter(([command]) => command === 'config');
  expect(configured.map(([, id]) => id)).toEqual(['G-ABC123', 'AW-123456789']);
  loadThirdParties({ ...both, gtag: null, pixel: null });
  expect(scripts).toEqual(['https://www.googletagmanager.com/gtag/js?id=AW-123456789']);
});
