import { expect, test } from 'vitest';
import { readJourney } from './journey.ts';
import { recordClick, recordPageLoad, startVisitDuration } from './record-journey.ts';
import { touchSession } from './session.ts';
import { openStorage } from './storage.ts';
import { readOrStorePlainUtms, readOrStoreUtms } from './utm.ts';

const startMs = Date.parse('2026-03-01T12:00:00.000Z');
const laterMs = Date.parse('2026-03-01T12:01:30.400Z');

/** Returns a browser storage in memory. If it is forbidden, every use throws; if it is full, every write. */
function fakeStorage(state?: 'forbidden' | 'full') {
  const entries = new Map<string, string>();
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem(key: string, value: string) {
      if (state === 'full') throw new DOMException('full', 'QuotaExceededError');
      entries.set(key, value);
    },
  } as unknown as Storage;
  const open = () => {
    if (state === 'forbidden') throw new DOMException('forbidden', 'SecurityError');
    return storage;
  };
  return { entries, records: openStorage(open) };
}

test('keeps the first visit’s campaign', () => {
  const { records } = fakeStorage();
  readOrStoreUtms('?utm_source=stories', records, startMs);
  expect(readOrStoreUtms('?utm_source=google', records, laterMs)).toEqual({
    utm_source: 'stories',
    utm_medium: 'social',
    utm_campaign: '',
    utm_content: '',
    utm_term: '',
    origem_timestamp: '2026-03-01T12:00:00.000Z',
  });
});

test('replaces the UTMs that the inline script read from a link that was encoded twice', () => {
  const { entries, records } = fakeStorage();
  const query = '?utm_source=bio;utm_medium=video';
  const now = Date.now();
  expect(readOrStorePlainUtms(query, records, now).utm_source).toBe('bio;utm_medium=video');
  const record = readOrStoreUtms(query, records, now + 60_000);
  expect(record).toMatchObject({
    utm_source: 'bio',
    utm_medium: 'video',
    origem_timestamp: new Date(now).toISOString(),
  });
  expect(entries.get('utm_tracking_data')).toBe(JSON.stringify(record));
  expect(readOrStoreUtms('?utm_source=google', records, now + 60_000)).toEqual(record);
});

test('keeps the UTMs that the inline script read at an earlier load', () => {
  const { records } = fakeStorage();
  readOrStorePlainUtms('?utm_campaign=bio', records, startMs);
  expect(readOrStoreUtms('?utm_campaign=bio|utm_source=ana', records, laterMs)).toMatchObject({
    utm_source: 'direto',
    utm_campaign: 'bio',
  });
});

test.each(['not json', '{}', '[]', 'null', '{"utm_source":1}'])(
  'replaces an invalid stored record from the address: %s',
  (invalid) => {
    const { entries, records } = fakeStorage();
    entries.set('utm_tracking_data', invalid);
    expect(readOrStoreUtms('?utm_source=google', records, startMs).utm_medium).toBe('cpc');
  },
);

const click = { botao: 'Entrar', timestamp: '2026-03-01T12:00:05.000Z', secao: 'hero' };

test('adds up page loads and clicks across loads, and measures the time', () => {
  const { records } = fakeStorage();
  recordPageLoad(records, startMs);
  recordPageLoad(records, startMs);
  recordClick(click, records, startMs);
  expect(readJourney(records, laterMs)).toEqual({
    botoes_clicados: [click],
    paginas_visitadas: 2,
    inicio_sessao: '2026-03-01T12:00:00.000Z',
    tempo_jornada_segundos: 90,
  });
});

test('returns no negative time when the clock is set back', () => {
  const { records } = fakeStorage();
  recordPageLoad(records, laterMs);
  expect(readJourney(records, startMs).tempo_jornada_segundos).toBe(0);
});

const msAtMinute = (count: number) => startMs + count * 60_000;

test('starts a new visit after half an hour and keeps its clicks', () => {
  const { records } = fakeStorage();
  recordPageLoad(records, startMs);
  touchSession(msAtMinute(1), records);
  recordClick(click, records, msAtMinute(2));
  touchSession(msAtMinute(2), records);
  recordPageLoad(records, msAtMinute(32));
  expect(readJourney(records, msAtMinute(33))).toEqual({
    botoes_clicados: [click],
    paginas_visitadas: 2,
    inicio_sessao: '2026-03-01T12:32:00.000Z',
    tempo_jornada_segundos: 60,
  });
});

test('counts a visit from its beginning while events prolong it', () => {
  const { records } = fakeStorage();
  recordPageLoad(records, startMs);
  for (const minute of [1, 25, 50]) touchSession(msAtMinute(minute), records);
  expect(readJourney(records, msAtMinute(51)).tempo_jornada_segundos).toBe(51 * 60);
});

test('counts a new visit from its first event when the page stayed open', () => {
  const { records } = fakeStorage();
  recordPageLoad(records, startMs);
  touchSession(msAtMinute(1), records);
  startVisitDuration(msAtMinute(120), records);
  touchSession(msAtMinute(120), records);
  expect(readJourney(records, msAtMinute(121)).tempo_jornada_segundos).toBe(60);
});

test('does not shorten the visit when its first event follows the page load', () => {
  const { records } = fakeStorage();
  recordPageLoad(records, startMs);
  startVisitDuration(msAtMinute(1), records);
  touchSession(msAtMinute(1), records);
  expect(readJourney(records, msAtMinute(2)).tempo_jornada_segundos).toBe(120);
});

test.each(['forbidden', 'full'] as const)(
  'keeps the records in memory when storage is %s',
  (state) => {
    const { records } = fakeStorage(state);
    recordPageLoad(records, startMs);
    recordPageLoad(records, startMs);
    expect(readJourney(records, startMs).paginas_visitadas).toBe(2);
    expect(readOrStoreUtms('?utm_source=bio', records, startMs).utm_source).toBe('bio');
    expect(readOrStoreUtms('?utm_source=google', records, startMs).utm_source).toBe('bio');
  },
);
