import { fillUtms } from '@funil/contract/utm';
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

test('remembers the click of a visitor who consents after the landing', () => {
  const forbidden = () => {
    throw new Error('forbidden');
  };
  const storage = openStorage(forbidden, new Map([['cliques_anuncio', {}]]));
  vi.stubGlobal('window', { location: new URL('https://escola.test/?fbclid=AbC') });
  let isGranted = false;
  const describe = createVisitDescriber({
    settings: {
      gtag: null,
      adsConversion: null,
      pixel: '1',
      sendLeadContact: false,
      consent: 'banner',
    },
    storage,
    readChoice: () => undefined,
    isGranted: () => isGranted,
    isLeadByOtherForm: () => false,
    redactAddress: String,
  });
  const details = { time: 0, sessionId: '', utms: fillUtms('') };
  const click = { ...details, name: 'click', payload: { button_name: '', section: '' } } as const;
  describe(click);
  expect(storage.read('cliques_anuncio')).toEqual({});
  isGranted = true;
  describe(click);
  expect(storage.read('cliques_anuncio')).toMatchObject({ facebook: { fbclid: 'AbC' } });
});
