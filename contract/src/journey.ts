import { fitCount, fitText, fitTime, isoTime } from './fit.ts';

export const JOURNEY_STORAGE_KEY = 'journey_tracking_data';

/** Most clicks kept, the newest; a row must fit its body limit however long a visit lasts. */
export const CLICK_LIMIT = 200;
/**
 * Most bytes that the clicks kept take as JSON: about 200 ordinary ones. A lead is then under 48 KiB,
 * whatever its labels: browsers let 64 KiB outlive a page.
 */
const CLICKS_BYTES = 32_000;
/** Longest button label or section name kept, in characters. */
export const LABEL_LENGTH = 120;

/** One click on a button: its label, ISO time and section. */
export interface ButtonClick {
  botao: string;
  timestamp: string;
  secao?: string;
}

/** What a visitor did so far, across page loads. Times: ISO; `tempo_jornada_segundos`: whole seconds. */
export interface JourneyRecord {
  botoes_clicados: ButtonClick[];
  tempo_jornada_segundos: number;
  paginas_visitadas: number;
  inicio_sessao: string;
}

/** A label or a section's name on one line. */
export const fitLabel = (text: unknown): string =>
  typeof text === 'string' ? fitText(text.replace(/\s+/g, ' '), LABEL_LENGTH) : '';

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

/** Of a journey all but its clicks: the little that is needed before the first paint. */
export type Visits = Omit<JourneyRecord, 'botoes_clicados'>;

/**
 * How long and how often a visitor was here, of a stored journey, whoever wrote it.
 * @param now stands in for a beginning that cannot be read
 */
export function fitVisits(stored: unknown, now: Date): Visits {
  const record: Record<string, unknown> = Object(stored);
  return {
    tempo_jornada_segundos: fitCount(record.tempo_jornada_segundos),
    paginas_visitadas: fitCount(record.paginas_visitadas),
    inicio_sessao: fitTime(record.inicio_sessao) ?? isoTime(now.getTime()),
  };
}
