import ipaddr from 'ipaddr.js';

/** The IPv6 addresses that are not reserved for special uses (RFC 4291). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Returns whether an IP address belongs to the public internet. Ranges for special uses do not (RFC 6890: private,
 * loopback, link-local, shared, documentation, benchmarks, multicast, reserved), nor do IPv6 addresses that embed an
 * IPv4 address (mapped, NAT64, 6to4, Teredo).
 */
export function isPublicIp(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST);
}
