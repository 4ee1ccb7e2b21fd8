import { expect, test } from 'vitest';
import { isPublicIp } from './public-ip.ts';

/** Returns the host as URL normalizes it, which includes unusual spellings of IPv4. */
const hostOf = (host: string) => new URL(`http://${host}/`).hostname.replace(/^\[|\]$/g, '');

test.each([
  ['IPv4', '8.8.8.8 1.1.1.1 223.255.255.255'],
  ['next to a reserved range', '100.63.255.255 100.128.0.0 172.15.255.255 172.32.0.0'],
  ['IPv6', '[2606:4700:4700::1111] [2001:4860:4860::8888] [2800:3f0:4001::1]'],
])('accepts public addresses: %s', (_, hosts) => {
  expect(hosts.split(' ').filter((host) => !isPublicIp(hostOf(host)))).toEqual([]);
});

test.each([
  ['loopback', '127.0.0.1 127.255.255.254 0.0.0.0 [::1] [::] [::ffff:127.0.0.1] [::127.0.0.1]'],
  ['loopback in other spellings', '127.1 2130706433 0x7f000001 0x7f.0.0.1 0177.0.0.1 0'],
  ['private networks', '10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 [fc00::1] [fec0::1]'],
  ['cloud metadata', '169.254.169.254 0xa9fea9fe [::ffff:169.254.169.254] [fd00:ec2::254]'],
  ['carrier NAT and link-local', '100.64.0.1 100.127.255.255 [fe80::1]'],
  ['NAT64 and SIIT', '[64:ff9b::7f00:1] [64:ff9b::10.0.0.1] [64:ff9b:1::1] [::ffff:0:7f00:1]'],
  ['6to4 and Teredo', '[2002:7f00:1::] [2002:c0a8:101::1] [2001:0:7f00:1::1]'],
  ['documentation', '192.0.2.1 198.51.100.1 203.0.113.1 [2001:db8::1] [3fff::1]'],
  ['benchmarks and protocols', '198.18.0.1 192.0.0.1 192.88.99.1 [2001:2::1] [100::1] [5f00::1]'],
  ['multicast and unassigned', '224.0.0.1 255.255.255.255 240.0.0.1 [ff02::1] [4000::1]'],
])('rejects %s', (_, hosts) => {
  expect(hosts.split(' ').filter((host) => isPublicIp(hostOf(host)))).toEqual([]);
});

test.each(['fe80::1%eth0', 'localhost', '', '8.8.8.8.8'])('rejects “%s”', (text) => {
  expect(isPublicIp(text)).toBe(false);
});
