import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { rawValue, refuseValue, splitList } from './variables.ts';

export type TrustedProxies = false | number | string[];

export const trustedProxies = rawValue.transform((value, context): TrustedProxies => {
  const trimmed = value?.trim();
  if (!trimmed || trimmed === '0' || trimmed === 'false') return false;
  if (/^\d{1,2}$/.test(trimmed)) return Number(trimmed);
  const proxies = splitList(trimmed);
  for (const proxy of proxies) {
    if (!isAddressOrRange(proxy)) {
      return refuseValue(context, 'a number of hops, or addresses or ranges of proxies', proxy);
    }
    if (isTooLarge(proxy)) {
      const expected = 'a smaller range, because every address in it may claim to be any visitor';
      return refuseValue(context, expected, proxy);
    }
  }
  return proxies;
});

function isAddressOrRange(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text) || isIP(text) !== 0) return true;
  return isIP(text.split('/')[0] ?? '') !== 0 && ipaddr.isValidCIDR(text);
}

/** Whether the range is larger than the largest private ones, 10.0.0.0/8 and fc00::/7. */
function isTooLarge(range: string): boolean {
  const [address = '', bits] = range.split('/');
  if (bits === undefined) return false;
  if (isIP(address) === 4) return Number(bits) < 8;
  const isIPv4Inside = /^(::|0:0:0:0:0:)ffff:/i.test(address);
  return Number(bits) < (isIPv4Inside ? 96 + 8 : 7);
}
