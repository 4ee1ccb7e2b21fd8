import { expect, test } from 'vitest';
import { checkUrl } from './check-url.ts';
import { createGuard } from './guard.ts';

const guard = createGuard({
  allowPrivate: false,
  async resolve(name) {
    if (name === 'exemplo.com') return [{ address: '8.8.8.8', family: 4 }];
    if (name === 'interno.exemplo.com') return [{ address: '10.1.2.3', family: 4 }];
    throw Object.assign(new Error('unknown'), { code: 'ENOTFOUND' });
  },
});

test.each([
  ['https://exemplo.com/gancho?a=1', 'https://exemplo.com/gancho?a=1'],
  [' https://exemplo.com:5678/x ', 'https://exemplo.com:5678/x'],
  ['https://exemplo.com/#parte', 'https://exemplo.com/'],
  ['https://8.8.8.8/x', 'https://8.8.8.8/x'],
])('%s is taken', async (text, url) => {
  expect(await checkUrl(text, guard)).toEqual({ ok: true, url, warnings: [] });
});

test.each([
  ['exemplo.com/x', { reason: 'not-an-address' }],
  ['', { reason: 'not-an-address' }],
  ['ftp://exemplo.com/', { reason: 'protocol' }],
  ['file:///etc/passwd', { reason: 'protocol' }],
  ['https://eu:senha@exemplo.com/', { reason: 'credentials' }],
  ['https://eu@exemplo.com/', { reason: 'credentials' }],
  ['http://2130706433/', { reason: 'private', address: '127.0.0.1' }],
  ['http://0x7f.1/', { reason: 'private', address: '127.0.0.1' }],
  ['http://[::ffff:127.0.0.1]/', { reason: 'private', address: '::ffff:7f00:1' }],
  ['https://interno.exemplo.com/', { reason: 'private', address: '10.1.2.3' }],
])('%s is refused', async (text, refusal) => {
  expect(await checkUrl(text, guard)).toEqual({ ok: false, ...refusal });
});

test('an address that no list could show is refused', async () => {
  const text = `https://exemplo.com/${'x'.repeat(2_000)}`;
  expect(await checkUrl(text, guard)).toEqual({ ok: false, reason: 'length' });
});

test('what may be a mistake is taken with a warning', async () => {
  expect(await checkUrl('http://exemplo.com/', guard)).toMatchObject({ warnings: ['unencrypted'] });
  expect(await checkUrl('https://exemplo.con/', guard)).toMatchObject({
    ok: true,
    warnings: ['unknown-name'],
  });
});
