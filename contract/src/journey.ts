import { isoTime, sanitizeCount, sanitizeText, sanitizeTime } from './sanitize.ts';

export const JOURNEY_STORAGE_KEY = 'journey_tracking_data';

/** The newest clicks are kept, so that a row fits its body limit however long a visit lasts. */
export const MAX_CLICKS = 200;
/** Maximum characters of button labels and section names. */
export const MAX_LABEL_LENGTH = 120;

/** A click on a button: its label, ISO time and section. */
export interface ButtonClick {
  botao: string;
  timestamp: string;
  secao?: string;
}

/** A visitor's journey so far, across page loads. Times are ISO texts; `tempo_jornada_segundos` is in whole seconds. */
export interface JourneyRecord {
  botoes_clicados: ButtonClick[];
  tempo_jornada_segundos: number;
  paginas_visitadas: number;
  inicio_sessao: string;
}

/** Returns a label or a section's name on one line. */
export const sanitizeLabel = (text: unknown): string =>
  typeof text === 'string' ? sanitizeText(text.replace(/\s+/g, ' '), MAX_LABEL_LENGTH) : '';

/** A journey without its clicks: the part that is needed before the first paint. */
export type JourneyTotals = Omit<JourneyRecord, 'botoes_clicados'>;

/**
 * Returns the totals of a stored journey, with valid values in place of those that another script may have stored.
 * @param now the beginning of a journey whose stored beginning is unreadable
 */
export function sanitizeJourneyTotals(stored: unknown, now: Date): JourneyTotals {
  const record: Record<string, unknown> = Object(stored);
  return {
    tempo_jornada_segundos: sanitizeCount(record.tempo_jornada_segundos),
    paginas_visitadas: sanitizeCount(record.paginas_visitadas),
    inicio_sessao: sanitizeTime(record.inicio_sessao) ?? isoTime(now.getTime()),
  };
}
