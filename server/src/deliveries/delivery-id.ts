import { createHash } from 'node:crypto';

/**
 * The id of a delivery: a UUID of version 8, made of what it is. What is found again after a crash of the
 * machine, or in a database put back from a copy, goes out under the id it had.
 */
export function deliveryId(destination: string, type: string, subject: string): string {
  const digits = createHash('sha256')
    .update(JSON.stringify([destination, type, subject]))
    .digest('hex');
  const variant = ((Number.parseInt(digits.slice(16, 17), 16) & 3) | 8).toString(16);
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    variant + digits.slice(17, 20),
    digits.slice(20, 32),
  ].join('-');
}
