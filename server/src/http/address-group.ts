import { BlockList, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Returns `::ffff:192.0.2.1` as `192.0.2.1`, and any other address unchanged. */
export const plainAddress = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '');

/** Returns an IPv4 address, or the /64 network of an IPv6 address, which has one subscriber. */
export function addressGroup(address: string): string {
  const text = plainAddress(address);
  if (!isIPv6(text)) return text;
  const groups = ipaddr.IPv6.parse(text.replace(/%.*/, '')).parts.slice(0, 4);
  return groups.map((group) => group.toString(16)).join(':');
}

const NAMED_RANGES: Record<string, readonly string[]> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** @param trustProxy with a number of proxies, every address counts as a proxy's */
export function createProxyMatcher(trustProxy: false | number | readonly string[]) {
  if (trustProxy === false) return () => false;
  if (typeof trustProxy === 'number') return () => true;
  const proxies = new BlockList();
  for (const range of trustProxy.flatMap((name) => NAMED_RANGES[name] ?? [name])) {
    const [network = '', bits] = range.split('/');
    const family = isIPv6(network) ? 'ipv6' : 'ipv4';
    if (bits === undefined) proxies.addAddress(network, family);
    else proxies.addSubnet(network, Number(bits), family);
  }
  return (address: string) => {
    const text = plainAddress(address);
    return proxies.check(text, isIPv6(text) ? 'ipv6' : 'ipv4');
  };
}

const isPrivate = createProxyMatcher([...Object.keys(NAMED_RANGES), '100.64.0.0/10']);

/** Returns the group to limit; null for a private address, which may stand for all visitors of an untrusted proxy. */
export const publicAddressGroup = (address: string): string | null =>
  isPrivate(address) ? null : addressGroup(address);

export function toTrustProxy(trustProxy: false | number | string[]) {
  if (typeof trustProxy !== 'number') return trustProxy;
  return (_address: string, hop: number) => hop < trustProxy;
}
