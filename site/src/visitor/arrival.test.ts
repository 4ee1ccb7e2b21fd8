import { expect, test } from 'vitest';
import { readArrival, redactAddress } from './arrival.ts';

const address = (query: string) => new URL(`https://engrena.example/${query}`);

test('keeps the ad networks’ click ids and the referring host only', () => {
  expect(
    readArrival(
      address('?fbclid=a&gclid=b&gbraid=c&wbraid=d&ttclid=e&email=x&utm_source=y'),
      'https://l.instagram.com/?u=segredo',
    ),
  ).toEqual({
    fbclid: 'a',
    gclid: 'b',
    gbraid: 'c',
    wbraid: 'd',
    ttclid: 'e',
    referrer_host: 'l.instagram.com',
  });
});

test.each(['', 'about:blank', 'https://engrena.example/outra'])(
  'omits a referrer that is not another site: %j',
  (referrer) => {
    expect(readArrival(address(''), referrer)).toEqual({});
  },
);

test('keeps known parameters of the page’s address, without e-mail addresses and broken click ids', () => {
  expect(
    redactAddress(
      address(
        '?nome=Ana&utm_source=bio&utm_term=ana@exemplo.com&gclid=b&fbclid={{fbclid}}#fundador',
      ),
    ),
  ).toBe('https://engrena.example/?utm_source=bio&gclid=b');
  expect(redactAddress(address('?utm_term=ana%2540exemplo.com'))).toBe('https://engrena.example/');
  expect(redactAddress(address(''))).toBe('https://engrena.example/');
});
