import { expect, test } from 'vitest';
import { isPublicAddress } from './public-address.ts';

/** Returns the host as URL normalizes it, which includes unusual spellings of IPv4. */
const hostOf = (host: string) => new URL(`http://${host}/`).hostname.replace(/^\[|\]$/g, '');

test.each([
  '8.8.8.8',
  '1.1.1.1',
  '100.63.255.255',
  '100.128.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '169.253.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '[2606:4700:4700::1111]',
  '[2001:4860:4860::8888]',
  '[2800:3f0:4001::1]',
])('accepts %s as public', (host) => {
  expect(isPublicAddress(hostOf(host))).toBe(true);
});

test.each([
  // Loopback, in all spellings.
  '127.0.0.1',
  '127.255.255.254',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '017700000001',
  '0.0.0.0',
  '0',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  // Private networks, cloud metadata, carrier NAT.
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '3232235777',
  '169.254.169.254',
  '0xa9fea9fe',
  '[::ffff:169.254.169.254]',
  '100.64.0.1',
  '100.127.255.255',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[fec0::1]',
  // IPv6 with an embedded IPv4 address: NAT64, its local prefix, SIIT, 6to4, Teredo.
  '[64:ff9b::7f00:1]',
  '[64:ff9b::10.0.0.1]',
  '[64:ff9b:1::1]',
  '[::ffff:0:7f00:1]',
  '[2002:7f00:1::]',
  '[2002:c0a8:101::1]',
  '[2001:0:7f00:1::1]',
  // Documentation, benchmarks, protocols.
  '192.0.2.1',
  '198.51.100.1',
  '203.0.113.1',
  '[2001:db8::1]',
  '[3fff::1]',
  '198.18.0.1',
  '[2001:2::1]',
  '192.0.0.1',
  '192.88.99.1',
  '[100::1]',
  '[5f00::1]',
  '[2001:20::1]',
  // Multicast, broadcast, unassigned.
  '224.0.0.1',
  '239.255.255.255',
  '255.255.255.255',
  '240.0.0.1',
  '[ff02::1]',
  '[4000::1]',
])('rejects %s', (host) => {
  expect(isPublicAddress(hostOf(host))).toBe(false);
});

test.each(['fe80::1%eth0', 'localhost', '', '8.8.8.8.8'])('rejects “%s”', (text) => {
  expect(isPublicAddress(text)).toBe(false);
});
