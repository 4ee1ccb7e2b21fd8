import ipaddr from 'ipaddr.js';

/** IPv6 addresses outside this range have special uses (RFC 4291). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Excludes special uses (RFC 6890), and IPv6 addresses that embed an IPv4 address (mapped, NAT64, 6to4, Teredo). */
export function isPublicIp(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST);
}
