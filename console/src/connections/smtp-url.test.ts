import { expect, test } from 'vitest';
import { composeSmtpUrl } from './smtp-url.ts';

test.each([
  [
    'smtp.gmail.com',
    'ana@gmail.com',
    'p#s/ 1%',
    'smtps://ana%40gmail.com:p%23s%2F%201%25@smtp.gmail.com:465',
  ],
  ['mail.escola.test:587', 'ana', 'senha', 'smtp://ana:senha@mail.escola.test:587'],
  ['mail.escola.test', '', '', 'smtps://mail.escola.test:465'],
  ['', '', '', ''],
])('composes the address of %s', (server, user, password, address) => {
  expect(composeSmtpUrl(server, user, password)).toBe(address);
});
