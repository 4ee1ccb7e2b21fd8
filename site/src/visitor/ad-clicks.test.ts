import { expect, test } from 'vitest';
import { readAdClicks } from './ad-clicks.ts';
import { openStorage } from './storage.ts';

const makeStorage = () =>
  openStorage(() => {
    throw new Error('forbidden');
  });

test('keeps a click’s id without decoding or cutting it', () => {
  const fbclid = `IwAR2f-${'Ab_%2B+x'.repeat(30)}`;
  const { facebook } = readAdClicks(`?utm_source=a&fbclid=${fbclid}&x=1`, 1.7e12, makeStorage());
  expect(facebook).toEqual({ fbclid, time: 1.7e12 });
});

test('remembers a click on later visits with its first arrival time', () => {
  const storage = makeStorage();
  readAdClicks('?fbclid=AbC&gclid=Xy', 1000.4, storage);
  expect(readAdClicks('', 2000, storage)).toEqual({
    facebook: { fbclid: 'AbC', time: 1000 },
    google: { gclid: 'Xy' },
  });
  expect(readAdClicks('?fbclid=AbC', 3000, storage).facebook?.time).toBe(1000);
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

test.each([null, 7, 'x', [], { facebook: 1, google: 'x' }, { facebook: { fbclid: 1, time: {} } }])(
  'ignores an invalid stored record: %j',
  (rubbish) => {
    const storage = makeStorage();
    storage.write('cliques_anuncio', rubbish);
    expect(readAdClicks('', 1000, storage).facebook).toBeUndefined();
  },
);
