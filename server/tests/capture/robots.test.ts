import { expect, test } from 'vitest';
import { makeEvent, makeLead } from '../../../testkit/rows.ts';
import { postRows, startApp } from '../../../testkit/start-app.ts';

const ORIGIN = { 'sec-fetch-site': 'same-origin' };

/** Senders by their headers, and the signals that the headers give. */
const SENDERS: readonly [
  sender: string,
  headers: Record<string, string>,
  signals: string | null,
][] = [
  ['a browser', {}, null],
  ['curl', { 'user-agent': 'curl/8.5.0' }, 'robot'],
  ['one without a window', { 'user-agent': 'Mozilla/5.0 HeadlessChrome/141.0.0.0' }, 'robot'],
  ['a program that names itself a browser', { 'accept-language': '*' }, 'not-a-browser'],
  ['one whose language is hidden', { 'accept-language': '*', ...ORIGIN }, 'no-language'],
];

test('stores for each sender the signs in its headers', async () => {
  await using app = await startApp();
  for (const [nome, headers] of SENDERS) {
    await postRows(app.address, 'leads', makeLead({ nome }), headers);
    await postRows(app.address, 'jornada', makeEvent(), headers);
  }
  const noted = SENDERS.map(([nome, , signals]) => ({ nome, signals }));
  expect(app.query('select nome, signals from leads order by id')).toEqual(noted);
  expect(app.query('select signals from events order by number')).toEqual(
    noted.map(({ signals }) => ({ signals })),
  );
});

test('stores that a form was sent within three seconds of the arrival, which marks a row with a second sign', async () => {
  await using app = await startApp();
  const hasty = makeLead({ tempo_jornada_segundos: 2 });
  await postRows(app.address, 'leads', hasty);
  await postRows(app.address, 'leads', hasty, { 'accept-language': '*', ...ORIGIN });
  expect(app.query('select signals, suspect from leads')).toEqual([
    { signals: 'too-fast', suspect: null },
    { signals: 'no-language,too-fast', suspect: 'no-language,too-fast' },
  ]);
});

test('stores a burst of one address, which a trusted proxy names', async () => {
  await using app = await startApp({ env: { TRUST_PROXY: 'loopback' } });
  for (let n = 0; n < 6; n += 1) {
    await postRows(app.address, 'leads', makeLead(), { 'x-forwarded-for': '203.0.113.9' });
  }
  await postRows(app.address, 'leads', makeLead(), { 'x-forwarded-for': '203.0.113.10' });
  expect(app.query('select signals from leads').map(({ signals }) => signals)).toEqual([
    ...[null, null, null, null, null],
    'same-address',
    null,
  ]);
});

test('stores a burst of one address when one request brings its leads', async () => {
  await using app = await startApp({ env: { TRUST_PROXY: 'loopback' } });
  const leads = Array.from({ length: 6 }, () => makeLead());
  await postRows(app.address, 'leads', leads, { 'x-forwarded-for': '203.0.113.11' });
  const stored = app.query('select signals from leads').map(({ signals }) => signals);
  expect(stored).toEqual(leads.map(() => 'same-address'));
});
