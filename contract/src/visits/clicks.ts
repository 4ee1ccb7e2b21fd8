import { type ButtonClick, MAX_CLICKS, sanitizeLabel } from '../capture/journey.ts';
import { sanitizeTime } from '../sanitize.ts';

/**
 * Limit of the clicks in a lead, as JSON: room for about 200. Browsers let requests of up to 64 KiB outlive a page,
 * and a lead with so many clicks stays below 48 KiB.
 */
const MAX_CLICKS_BYTES = 32_000;

/** Returns the cleaned click; an empty list if its label or time is unreadable. */
function sanitizeClick(value: unknown): ButtonClick[] {
  const { botao, timestamp, secao }: Record<string, unknown> = Object(value);
  const label = sanitizeLabel(botao);
  const time = sanitizeTime(timestamp);
  if (!label || !time) return [];
  const section = sanitizeLabel(secao);
  return [{ botao: label, timestamp: time, ...(section && { secao: section }) }];
}

/** Returns the newest clicks that fit a row, cleaned because another script may have changed the stored ones. */
export function sanitizeClicks(value: unknown): ButtonClick[] {
  const clicks = Array.isArray(value) ? value.slice(-MAX_CLICKS).flatMap(sanitizeClick) : [];
  let remainingBytes = MAX_CLICKS_BYTES;
  const newest = clicks.reverse().filter((click) => {
    remainingBytes -= new TextEncoder().encode(JSON.stringify(click)).length + 1;
    return remainingBytes >= 0;
  });
  return newest.reverse();
}
