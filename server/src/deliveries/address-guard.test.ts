import type { LookupAddress } from 'node:dns';
import { expect, test } from 'vitest';
import { checkUrl, createAddressGuard } from './address-guard.ts';

const v4 = (address: string): LookupAddress => ({ address, family: 4 });

/** Returns the address or the error code that a socket receives. */
function lookUp(addressGuard: ReturnType<typeof createAddressGuard>, name: string) {
  return new Promise<unknown>((resolve) => {
    addressGuard.lookup(name, {}, (error, address) => resolve(error ? error.code : address));
  });
}

test('resolves a name to its public addresses only', async () => {
  const addressGuard = createAddressGuard({
    allowPrivate: false,
    resolve: async () => [v4('10.0.0.1'), v4('8.8.8.8'), { address: '::1', family: 6 }],
  });
  expect(await addressGuard.findAddresses('exemplo.com')).toEqual([v4('8.8.8.8')]);
  expect(await lookUp(addressGuard, 'exemplo.com')).toBe('8.8.8.8');
});

test('resolves no name of the private network', async () => {
  const addressGuard = createAddressGuard({
    allowPrivate: false,
    resolve: async () => [v4('192.168.0.10')],
  });
  expect(await lookUp(addressGuard, 'exemplo.com')).toBe('ERR_NOT_PUBLIC');
});

test('shares one lookup among concurrent connections', async () => {
  let lookups = 0;
  const addressGuard = createAddressGuard({
    allowPrivate: false,
    resolve: async () => {
      lookups += 1;
      return [v4('8.8.8.8')];
    },
  });
  await Promise.all(Array.from({ length: 20 }, () => lookUp(addressGuard, 'exemplo.com')));
  expect(lookups).toBe(1);
});

test('allows private addresses when configured', async () => {
  const addressGuard = createAddressGuard({
    allowPrivate: true,
    resolve: async () => [v4('127.0.0.1')],
  });
  expect(await lookUp(addressGuard, 'n8n')).toBe('127.0.0.1');
  expect(addressGuard.forbiddenAddress('127.0.0.1')).toBeNull();
});

test('refuses a private IP address as host', () => {
  const addressGuard = createAddressGuard({ allowPrivate: false });
  expect(addressGuard.forbiddenAddress('127.0.0.1')).toBe('127.0.0.1');
  expect(addressGuard.forbiddenAddress('::ffff:7f00:1')).toBe('::ffff:7f00:1');
  expect(addressGuard.forbiddenAddress('8.8.8.8')).toBeNull();
  expect(addressGuard.forbiddenAddress('exemplo.com')).toBeNull();
});

const addressGuard = createAddressGuard({
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
  ['\u200bhttps://exemplo.com/x\u200b\u2060 ', 'https://exemplo.com/x'],
  ['https://exemplo.com/a\u200db', 'https://exemplo.com/a%E2%80%8Db'],
  ['https://exemplo.com/#parte', 'https://exemplo.com/'],
  ['https://8.8.8.8/x', 'https://8.8.8.8/x'],
])('accepts %s', async (text, url) => {
  expect(await checkUrl(text, addressGuard)).toEqual({ ok: true, url, warnings: [] });
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
])('refuses %s', async (text, refusal) => {
  expect(await checkUrl(text, addressGuard)).toEqual({ ok: false, ...refusal });
});

test('refuses an address that is too long', async () => {
  const text = `https://exemplo.com/${'x'.repeat(2_000)}`;
  expect(await checkUrl(text, addressGuard)).toEqual({ ok: false, reason: 'length' });
});

test('accepts a likely mistake with a warning', async () => {
  expect(await checkUrl('http://exemplo.com/', addressGuard)).toMatchObject({
    warnings: ['unencrypted'],
  });
  expect(await checkUrl('https://exemplo.con/', addressGuard)).toMatchObject({
    ok: true,
    warnings: ['unknown-name'],
  });
});
