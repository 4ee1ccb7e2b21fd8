import { isoTime, sanitizeCount, sanitizeText, sanitizeTime } from '../sanitize.ts';

export const JOURNEY_STORAGE_KEY = 'journey_tracking_data';

/**
 * Limit of a journey's clicks. Only the newest are kept, so that a row stays below the limit of a request's body,
 * however long the visit lasts.
 */
export const MAX_CLICKS = 200;
/** Limit of button labels and section names, in characters. */
export const MAX_LABEL_LENGTH = 120;

/** A click on a button: its label, ISO time in UTC and section. */
export interface ButtonClick {
  botao: string;
  timestamp: string;
  secao?: string;
}

/** A visitor's journey across page loads; its times are ISO texts in UTC. */
export interface JourneyRecord {
  botoes_clicados: ButtonClick[];
  tempo_jornada_segundos: number;
  paginas_visitadas: number;
  inicio_sessao: string;
}

/** Returns a label or a section's name on one line; empty for a value that is no text. */
export const sanitizeLabel = (text: unknown): string =>
  typeof text === 'string' ? sanitizeText(text.replace(/\s+/g, ' '), MAX_LABEL_LENGTH) : '';

/** The part of a journey that the page needs before its first paint. */
export type JourneyTotals = Omit<JourneyRecord, 'botoes_clicados'>;

/**
 * Returns valid totals, because another script may have changed the stored ones. If the stored time is unreadable,
 * `now` replaces it.
 */
export function sanitizeJourneyTotals(stored: unknown, now: number): JourneyTotals {
  const record: Record<string, unknown> = Object(stored);
  return {
    tempo_jornada_segundos: sanitizeCount(record.tempo_jornada_segundos),
    paginas_visitadas: sanitizeCount(record.paginas_visitadas),
    inicio_sessao: sanitizeTime(record.inicio_sessao) ?? isoTime(now),
  };
}
