import * as z from 'zod/mini';
import { storableText } from './text.ts';

export const JOURNEY_STORAGE_KEY = 'journey_tracking_data';

/** Most clicks kept, the newest; a row must fit its body limit however long a visit lasts. */
export const CLICK_LIMIT = 200;
/** Longest button label or section name kept, in characters. */
export const LABEL_LENGTH = 120;
/** Largest whole number a row may carry: PostgreSQL's `integer`. */
export const LARGEST_INTEGER = 2_147_483_647;

const label = storableText(LABEL_LENGTH);

export const wholeNumber = z.int().check(z.gte(0), z.lte(LARGEST_INTEGER));

/** One click on a button: its label, ISO time and section. */
export const buttonClickSchema = z.strictObject({
  botao: label,
  timestamp: z.iso.datetime(),
  secao: z.optional(label),
});
export type ButtonClick = z.infer<typeof buttonClickSchema>;

export const buttonClicksSchema = z.array(buttonClickSchema).check(z.maxLength(CLICK_LIMIT));

/** What a visitor did so far, across page loads. Times: ISO; `tempo_jornada_segundos`: whole seconds. */
export const journeyRecordSchema = z.object({
  botoes_clicados: buttonClicksSchema,
  tempo_jornada_segundos: wholeNumber,
  paginas_visitadas: wholeNumber,
  inicio_sessao: z.iso.datetime(),
});
export type JourneyRecord = z.infer<typeof journeyRecordSchema>;
