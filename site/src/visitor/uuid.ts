/** A UUID of version 7 (RFC 9562), whose first 48 bits are `now` in ms since the epoch. */
export function timeUuid(now: number): string {
  // A visitor's clock may show any year.
  const time = (Math.floor(Math.abs(now)) % 2 ** 48).toString(16).padStart(12, '0');
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  const random = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-8${random.slice(3, 6)}-${random.slice(6)}`;
}
