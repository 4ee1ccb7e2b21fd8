import { expect, test } from 'vitest';
import { readJourney, recordClick, recordPageLoad } from './journey.ts';
import { openStorage } from './storage.ts';
import { readUtms } from './utm.ts';

const start = new Date('2026-03-01T12:00:00.000Z');
const later = new Date('2026-03-01T12:01:30.400Z');

/** A browser's storage in memory; `broken` makes every use of it throw. */
function fakeStorage(broken = false) {
  const entries = new Map<string, string>();
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => entries.set(key, value),
  } as unknown as Storage;
  const open = () => {
    if (broken) throw new DOMException('forbidden', 'SecurityError');
    return storage;
  };
  return { entries, records: openStorage(open) };
}

test('the first visit decides the campaign', () => {
  const { records } = fakeStorage();
  readUtms('?utm_source=stories', records, start);
  expect(readUtms('?utm_source=google', records, later)).toEqual({
    utm_source: 'stories',
    utm_medium: 'social',
    utm_campaign: '',
    utm_content: '',
    utm_term: '',
    origem_timestamp: '2026-03-01T12:00:00.000Z',
  });
});

test.each(['not json', '{}', '[]', 'null', '{"utm_source":1}'])(
  'a stored record reading %s is made anew from the address',
  (rubbish) => {
    const { entries, records } = fakeStorage();
    entries.set('utm_tracking_data', rubbish);
    expect(readUtms('?utm_source=google', records, start).utm_medium).toBe('cpc');
  },
);

test('page loads and clicks add up across loads, and time runs', () => {
  const { records } = fakeStorage();
  recordPageLoad(records, start);
  recordPageLoad(records, start);
  const click = { botao: 'Entrar', timestamp: '2026-03-01T12:00:05.000Z', secao: 'hero' };
  recordClick(click, records, start);
  expect(readJourney(records, later)).toEqual({
    botoes_clicados: [click],
    paginas_visitadas: 2,
    inicio_sessao: '2026-03-01T12:00:00.000Z',
    tempo_jornada_segundos: 90,
  });
});

test('of very many clicks the newest 200 are kept', () => {
  const { records } = fakeStorage();
  for (let index = 0; index < 203; index += 1) {
    recordClick({ botao: `b${index}`, timestamp: start.toISOString() }, records, start);
  }
  const { botoes_clicados } = readJourney(records, start);
  expect(botoes_clicados).toHaveLength(200);
  expect(botoes_clicados[0]?.botao).toBe('b3');
});

test('a clock set back gives no negative time', () => {
  const { records } = fakeStorage();
  recordPageLoad(records, later);
  expect(readJourney(records, start).tempo_jornada_segundos).toBe(0);
});

test('where storage is forbidden the records live in memory', () => {
  const { records } = fakeStorage(true);
  recordPageLoad(records, start);
  recordPageLoad(records, start);
  expect(readJourney(records, start).paginas_visitadas).toBe(2);
  expect(readUtms('?utm_source=bio', records, start).utm_source).toBe('bio');
  expect(readUtms('?utm_source=google', records, start).utm_source).toBe('bio');
});
