export const JOURNEY_STORAGE_KEY = 'journey_tracking_data';

/** Most clicks kept, the newest; a row must fit its body limit however long a visit lasts. */
export const CLICK_LIMIT = 200;
/** Longest button label or section name kept, in characters. */
export const LABEL_LENGTH = 120;
/** Largest whole number a row may carry: PostgreSQL's `integer`. */
export const LARGEST_INTEGER = 2_147_483_647;

/** One click on a button: its label, ISO time and section. */
export interface ButtonClick {
  botao: string;
  timestamp: string;
  secao?: string | undefined;
}

/** What a visitor did so far, across page loads. Times: ISO; `tempo_jornada_segundos`: whole seconds. */
export interface JourneyRecord {
  botoes_clicados: ButtonClick[];
  tempo_jornada_segundos: number;
  paginas_visitadas: number;
  inicio_sessao: string;
}
