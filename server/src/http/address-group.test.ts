import { expect, test } from 'vitest';
import { addressGroup, createProxyMatcher, publicAddressGroup } from './address-group.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('groups %s as %s', (address, group) => {
  expect(addressGroup(address)).toBe(group);
});

test('limits public addresses only', () => {
  const addresses = ['127.0.0.1', '::1', '172.18.0.4', '::ffff:10.0.0.1', 'fd00::1', '100.64.0.9'];
  expect(addresses.map(publicAddressGroup)).toEqual([null, null, null, null, null, null]);
  expect(publicAddressGroup('2001:db8:1:2::9')).toBe('2001:db8:1:2');
  expect(publicAddressGroup('203.0.113.7')).toBe('203.0.113.7');
});

test('trusts the named proxies, and every address when hops are counted', () => {
  expect(createProxyMatcher(false)('127.0.0.1')).toBe(false);
  expect(createProxyMatcher(1)('203.0.113.7')).toBe(true);
  const named = createProxyMatcher(['loopback', '203.0.113.0/24', '2001:db8::1']);
  expect(['127.0.0.1', '::ffff:127.0.0.1', '::1', '203.0.113.9', '2001:db8::1'].map(named)).toEqual(
    [true, true, true, true, true],
  );
  expect(['10.0.0.1', '2001:db8::2'].map(named)).toEqual([false, false]);
});
