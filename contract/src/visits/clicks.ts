import { fitTime } from '../fit.ts';
import { type ButtonClick, fitLabel, MAX_CLICKS } from '../journey.ts';

/**
 * Limit for a lead's clicks as JSON, enough for about 200 ordinary ones. A lead then stays below 48 KiB whatever its
 * labels: browsers let requests of up to 64 KiB outlive a page.
 */
const MAX_CLICKS_BYTES = 32_000;

/** Returns a click that fits a row; nothing if its label or time is unreadable. */
function fitClick(value: unknown): ButtonClick[] {
  const { botao, timestamp, secao }: Record<string, unknown> = Object(value);
  const label = fitLabel(botao);
  const time = fitTime(timestamp);
  if (!label || !time) return [];
  const section = fitLabel(secao);
  return [{ botao: label, timestamp: time, ...(section && { secao: section }) }];
}

/** Returns the newest stored clicks that fit a row; another script may have changed the stored ones. */
export function fitClicks(value: unknown): ButtonClick[] {
  const clicks = Array.isArray(value) ? value.slice(-MAX_CLICKS).flatMap(fitClick) : [];
  let room = MAX_CLICKS_BYTES;
  const start = clicks.findLastIndex((click) => {
    room -= new TextEncoder().encode(JSON.stringify(click)).length + 1;
    return room < 0;
  });
  return clicks.slice(start + 1);
}
