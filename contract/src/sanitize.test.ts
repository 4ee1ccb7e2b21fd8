import { expect, test } from 'vitest';
import { sanitizeJourneyTotals } from './capture/journey.ts';
import { parseUtms } from './capture/utm.ts';
import { isoTime, sanitizeCount, sanitizeText, sanitizeTime } from './sanitize.ts';
import { sanitizeClicks } from './visits/clicks.ts';
import { makeEventRow } from './visits/event-rows.ts';

const now = Date.parse('2026-03-01T12:00:00.000Z');

test('removes characters that a database refuses, and never cuts a character in two', () => {
  expect(sanitizeText('a\0b', 10)).toBe('ab');
  expect(sanitizeText('Ana \ud83d', 10)).toBe('Ana');
  expect(sanitizeText('\udc00Ana', 10)).toBe('Ana');
  expect(sanitizeText(`${'a'.repeat(254)}😀😀`, 255)).toBe(`${'a'.repeat(254)}😀`);
  expect(sanitizeText({ toString: 1 }, 10)).toBe('');
});

test.each([
  ['2026-03-01', '2026-03-01T00:00:00.000Z'],
  ['2026-03-01T09:00:00-03:00', '2026-03-01T12:00:00.000Z'],
  ['1900-01-01T00:00:00Z', '2000-01-01T00:00:00.000Z'],
  ['+099999-01-01T00:00:00Z', '2099-12-31T23:59:59.999Z'],
  ['ontem', undefined],
  [20260301, undefined],
  [null, undefined],
])('reads a stored time in any zone, and moves it into the allowed years: %j', (text, iso) => {
  expect(sanitizeTime(text)).toBe(iso);
});

test('returns a valid time when the clock is unset or invalid', () => {
  expect(isoTime(0)).toBe('2000-01-01T00:00:00.000Z');
  expect(isoTime(Number.NaN)).toBe('2000-01-01T00:00:00.000Z');
  expect(isoTime(Number.POSITIVE_INFINITY)).toBe('2099-12-31T23:59:59.999Z');
});

test.each([
  ['3', 3],
  [2.6, 3],
  [3e9, 2_147_483_647],
  ['muitas', 0],
  [-1, 0],
  [null, 0],
  [[7], 0],
])('reads the stored count %j as %d', (stored, count) => {
  expect(sanitizeCount(stored)).toBe(count);
});

test.each(['constructor', '__proto__', 'toString'])(
  'keeps a source with the name of an inherited property: %s',
  (source) => {
    const record = parseUtms(`?utm_source=${source}`, now);
    expect(record).toMatchObject({ utm_source: source, utm_medium: 'organico' });
  },
);

test('removes characters that a database refuses from a campaign', () => {
  expect(parseUtms('?utm_campaign=a%00b', now).utm_campaign).toBe('ab');
  const long = `${'x'.repeat(254)}😀`;
  expect(parseUtms(`?utm_term=${long}y`, now).utm_term).toBe(long);
});

test("converts an older site's clicks to the form that fits a row", () => {
  const stored = {
    botoes_clicados: [
      { botao: 'x'.repeat(130), timestamp: '2026-02-01T10:00:00-03:00', secao: null, cor: 'azul' },
      { botao: '  Entrar\n agora ', timestamp: '2026-02-01', secao: 'hero' },
      { botao: 7, timestamp: '2026-02-01' },
      { botao: 'Sair', timestamp: 'ontem' },
      null,
    ],
    paginas_visitadas: '4',
    tempo_jornada_segundos: '90',
    inicio_sessao: '2026-03-01T08:00:00-03:00',
    versao: 2,
  };
  expect(sanitizeClicks(stored.botoes_clicados)).toEqual([
    { botao: 'x'.repeat(120), timestamp: '2026-02-01T13:00:00.000Z' },
    { botao: 'Entrar agora', timestamp: '2026-02-01T00:00:00.000Z', secao: 'hero' },
  ]);
  expect(sanitizeJourneyTotals(stored, now)).toEqual({
    tempo_jornada_segundos: 90,
    paginas_visitadas: 4,
    inicio_sessao: '2026-03-01T11:00:00.000Z',
  });
});

test('keeps the newest 200 clicks, or fewer when long labels would exceed a request’s limit', () => {
  const click = (botao: string, n: number) => ({ botao: `${n} ${botao}`, timestamp: '2026-03-01' });
  const clicks = (label: string) => Array.from({ length: 230 }, (_, n) => click(label, n));
  const sanitize = (label: string) => sanitizeClicks(clicks(label));
  expect(sanitize('Quero entrar na comunidade')).toHaveLength(200);
  const long = sanitize('😀'.repeat(118));
  expect(long.at(-1)?.botao).toMatch(/^229 /);
  expect(long.length).toBeGreaterThan(40);
  expect(new Blob([JSON.stringify(long)]).size).toBeLessThan(32_100);
});

test("replaces no-break spaces in an event's title", () => {
  const { payload } = makeEventRow({
    id: '0198c1de-0000-7000-8000-000000000001',
    sessionId: '0198c1de-0000-7000-8000-000000000002',
    name: 'video_play',
    payload: { title: 'De 9\u00a0horas para\n40\u00a0segundos', section: 'videos' },
    time: Date.UTC(2026, 0, 5),
    utms: {
      utm_source: 'direto',
      utm_medium: 'organico',
      utm_campaign: '',
      utm_content: '',
      utm_term: '',
    },
  });
  expect(payload).toEqual({ title: 'De 9 horas para 40 segundos' });
});
