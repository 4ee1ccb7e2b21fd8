import { fitTime } from './fit.ts';
import { type ButtonClick, CLICK_LIMIT, fitLabel } from './journey.ts';

/**
 * Most bytes that the clicks kept take as JSON: about 200 ordinary ones. A lead is then under 48 KiB,
 * whatever its labels: browsers let 64 KiB outlive a page.
 */
const CLICKS_BYTES = 32_000;

/** A click as a row can carry it; none where label or time cannot be read. */
function fitClick(value: unknown): ButtonClick[] {
  const { botao, timestamp, secao }: Record<string, unknown> = Object(value);
  const label = fitLabel(botao);
  const time = fitTime(timestamp);
  if (!label || !time) return [];
  const section = fitLabel(secao);
  return [{ botao: label, timestamp: time, ...(section && { secao: section }) }];
}

/** Stored clicks as a row can carry them, whoever wrote them: the newest that fit. */
export function fitClicks(value: unknown): ButtonClick[] {
  const clicks = Array.isArray(value) ? value.slice(-CLICK_LIMIT).flatMap(fitClick) : [];
  let room = CLICKS_BYTES;
  const start = clicks.findLastIndex((click) => {
    room -= new TextEncoder().encode(JSON.stringify(click)).length + 1;
    return room < 0;
  });
  return clicks.slice(start + 1);
}
