import { expect, test } from 'vitest';
import { readAdClicks } from './ad-clicks.ts';
import { openStorage } from './storage.ts';

const makeStorage = () =>
  openStorage(() => {
    throw new Error('forbidden');
  });

test('keeps a long click id without cutting it', () => {
  const fbclid = `IwAR2f-${'Ab_x'.repeat(60)}`;
  const { facebook } = readAdClicks(`?utm_source=a&fbclid=${fbclid}&x=1`, 1.7e12, makeStorage());
  expect(facebook).toEqual({ fbclid, time: 1.7e12 });
});

test.each([
  ['encoded', 'https%3A%2F%2Fescola.test%2F%3Ffbclid%3DIwAR2f-Ab_x'],
  ['encoded twice', 'https%253A%252F%252Fescola.test%252F%253Ffbclid%253DIwAR2f-Ab_x%2526a%253D1'],
  ['not encoded', 'https://escola.test/?fbclid=IwAR2f-Ab_x'],
])('reads the click id from an address that stands in its place: %s', (_, value) => {
  const { facebook } = readAdClicks(`?fbclid=${value}&x=1`, 1000, makeStorage());
  expect(facebook?.fbclid).toBe('IwAR2f-Ab_x');
});

test.each([
  ...['Iw%20Zx%7B%7D', '{{fbclid}}', 'IwAR2f...', 'undefined', 'null'],
  ...['https%3A%2F%2Fescola.test%2F%3Ffbclid%3DIw%20Zx'],
])('ignores a click id that Meta or Google would refuse: %s', (id) => {
  const storage = makeStorage();
  readAdClicks('?fbclid=AbC&gclid=Xy', 1000, storage);
  expect(readAdClicks(`?fbclid=${id}&gclid=${id}`, 2000, storage)).toEqual({
    facebook: { fbclid: 'AbC', time: 1000 },
    google: { gclid: 'Xy' },
  });
});

test.each(['?gclid=AbC?utm_source=x', '?utm_source=x&amp;gclid=AbC', '?gclid=AbC%3Futm_source=x'])(
  'reads the click id of a link that a tool corrupted: %s',
  (query) => {
    expect(readAdClicks(query, 1000, makeStorage()).google).toEqual({ gclid: 'AbC' });
  },
);

test('remembers a click on later visits with its first arrival time', () => {
  const storage = makeStorage();
  readAdClicks('?fbclid=AbC&gclid=Xy', 1000.4, storage);
  expect(readAdClicks('', 2000, storage)).toEqual({
    facebook: { fbclid: 'AbC', time: 1000 },
    google: { gclid: 'Xy' },
  });
  expect(readAdClicks('?fbclid=AbC', 3000, storage).facebook?.time).toBe(1000);
});

test('forgets a click of Meta after 90 days, as Meta’s cookie does', () => {
  const storage = makeStorage();
  readAdClicks('?fbclid=AbC', 1000, storage);
  expect(readAdClicks('', 89 * 86_400_000, storage).facebook).toEqual({
    fbclid: 'AbC',
    time: 1000,
  });
  expect(readAdClicks('', 91 * 86_400_000, storage).facebook).toBeUndefined();
  readAdClicks('?gclid=Xy', 91 * 86_400_000, storage);
  expect(readAdClicks('?fbclid=AbC', 92 * 86_400_000, storage).facebook).toBeUndefined();
});

test('replaces an older click of the same network only', () => {
  const storage = makeStorage();
  readAdClicks('?fbclid=first&gclid=Xy', 1000, storage);
  readAdClicks('?fbclid=Second', 2000, storage);
  expect(readAdClicks('?wbraid=w', 3000, storage)).toEqual({
    facebook: { fbclid: 'Second', time: 2000 },
    google: { wbraid: 'w' },
  });
});

test.each([
  null,
  7,
  'x',
  [],
  { facebook: 1, google: 'x' },
  { facebook: { fbclid: 1, time: {} } },
  { facebook: { fbclid: '{{fbclid}}', time: 1000 } },
])('ignores an invalid stored record: %j', (rubbish) => {
  const storage = makeStorage();
  storage.write('cliques_anuncio', rubbish);
  expect(readAdClicks('', 1000, storage).facebook).toBeUndefined();
});
