import ipaddr from 'ipaddr.js';

/** What the world's registry gives out of IPv6 (RFC 4291): all else is for special uses. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an IP address is one of the public internet. Ranges for special uses are not (RFC 6890: private,
 * loopback, link-local, shared, documentation, benchmarks, multicast, reserved), nor are IPv6 addresses
 * that carry an IPv4 one (mapped, NAT64, 6to4, Teredo): where those lead is not for us to know.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST);
}
