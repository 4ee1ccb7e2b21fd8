import { fillUtms } from '@funil/contract/capture/utm';
import { expect, test, vi } from 'vitest';
import { openStorage } from '../visitor/storage.ts';
import { createVisitDescriber, describeFacebookClick } from './visit-context.ts';

const click = { fbclid: 'IwAR2-AbC', time: 1_700_000_000_000 };

test('returns Meta’s cookie unchanged when it is the only source or belongs to the click', () => {
  expect(describeFacebookClick('fb.1.1600000000000.old', undefined)).toBe('fb.1.1600000000000.old');
  const ofClick = 'fb.1.1700000000321.IwAR2-AbC.AQEBAQIBAQ';
  expect(describeFacebookClick(ofClick, click)).toBe(ofClick);
});

test('builds the cookie’s value from a click without a cookie', () => {
  expect(describeFacebookClick(undefined, click)).toBe('fb.1.1700000000000.IwAR2-AbC');
});

test.each([
  'undefined',
  'fb.1.1800000000000',
  'fb.1.1800000000000.',
  'fb.1.1800000000000.IwAR2-AbC...',
  'fb.1.1800000000000.undefined',
])('ignores a cookie that Meta would refuse: %s', (cookie) => {
  expect(describeFacebookClick(cookie, click)).toBe('fb.1.1700000000000.IwAR2-AbC');
  expect(describeFacebookClick(cookie, undefined)).toBeUndefined();
});

test('prefers the newer of a cookie and another click', () => {
  expect(describeFacebookClick('fb.1.1600000000000.old', click)).toBe(
    'fb.1.1700000000000.IwAR2-AbC',
  );
  expect(describeFacebookClick('fb.1.1800000000000.new', click)).toBe('fb.1.1800000000000.new');
  expect(describeFacebookClick(undefined, undefined)).toBeUndefined();
});

const TAGS = { gtag: 'G-ABC123XYZ9', adsConversion: null, pixel: '1' };
const details = { time: 0, sessionId: '', utms: fillUtms('') };
const CLICK = { ...details, name: 'click', payload: { button_name: '', section: '' } } as const;
const payload = { currency: 'BRL', value: 0, lead_ref: '' } as const;
const LEAD = { ...details, name: 'generate_lead', payload } as const;

/** Describes visits with cookies at an address, in a browser that forbids its storage. */
function openPage(query: string, window: object = {}) {
  const forbidden = () => {
    throw new Error('forbidden');
  };
  const storage = openStorage(forbidden, new Map([['cliques_anuncio', {}]]));
  vi.stubGlobal('document', { cookie: '_ga=GA1.1.12.34', querySelector: () => null });
  vi.stubGlobal('window', { location: new URL(`https://escola.test/${query}`), ...window });
  const visitor = { isGranted: false };
  const describe = createVisitDescriber({
    settings: { ...TAGS, sendLeadContact: false, consent: 'banner' },
    storage,
    readChoice: () => undefined,
    isGranted: () => visitor.isGranted,
    isLeadByOtherForm: () => false,
    redactAddress: String,
  });
  return { visitor, describe, readClicks: () => storage.read('cliques_anuncio') };
}

test('remembers the click of a visitor who consents after the landing', () => {
  const { visitor, describe, readClicks } = openPage('?fbclid=AbC');
  describe(CLICK);
  expect(readClicks()).toEqual({});
  visitor.isGranted = true;
  describe(CLICK);
  expect(readClicks()).toMatchObject({ facebook: { fbclid: 'AbC' } });
});

test('prefers the ids that gtag replies to those of its cookies', () => {
  const ids = { client_id: '7.8', session_id: 9 };
  const gtag = (
    _get: string,
    _tag: string,
    field: keyof typeof ids,
    reply: (id: unknown) => void,
  ) => reply(ids[field]);
  const { visitor, describe } = openPage('', { google_tag_manager: {}, gtag });
  visitor.isGranted = true;
  expect(describe(LEAD)).toMatchObject({ client_id: '12.34', gtag: true });
  describe(CLICK);
  expect(describe(LEAD)).toMatchObject({ client_id: '7.8', session_id: '9' });
});
