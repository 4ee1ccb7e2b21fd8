import { fitCount, fitText, fitTime, isoTime } from './fit.ts';

export const JOURNEY_STORAGE_KEY = 'journey_tracking_data';

/** Most clicks kept, the newest; a row must fit its body limit however long a visit lasts. */
export const CLICK_LIMIT = 200;
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
