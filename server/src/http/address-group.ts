import { BlockList, isIPv6 } from 'node:net';

/** The address as IPv4 where it is one written as IPv6. */
export const plainAddress = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '');

/** What one subscriber holds: an IPv4 address, or an IPv6 network of 64 bits. */
export function addressGroup(address: string): string {
  if (!address.includes(':')) return address;
  const text = plainAddress(address);
  if (!isIPv6(text)) return text;
  const [before = '', after] = (text.split('%')[0] ?? '').toLowerCase().split('::');
  const groups = before.split(':').filter(Boolean);
  const behind = after?.split(':').filter(Boolean) ?? [];
  const missing = after === undefined ? 0 : 8 - groups.length - behind.length;
  const all = [...groups, ...Array.from({ length: Math.max(missing, 0) }, () => '0'), ...behind];
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

const NAMED: Record<string, readonly string[]> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Says whether a connection comes from a trusted proxy; a number of hops trusts whoever connects. */
export function proxyTest(trustProxy: false | number | readonly string[]) {
  if (trustProxy === false) return () => false;
  if (typeof trustProxy === 'number') return () => true;
  const proxies = new BlockList();
  for (const range of trustProxy.flatMap((name) => NAMED[name] ?? [name])) {
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

/** Fastify's `trustProxy`: a number of hops trusts that many proxies, nearest first. */
export function hopsOf(trustProxy: false | number | string[]) {
  if (typeof trustProxy !== 'number') return trustProxy;
  return (_address: string, hop: number) => hop < trustProxy;
}
