import * as z from 'zod/mini';
import { LARGEST_INTEGER } from './fit.ts';
import { CLICK_LIMIT, LABEL_LENGTH } from './journey.ts';
import { moment, storableText } from './text.ts';
import { UTM_LENGTH } from './utm.ts';

const utmValue = storableText(UTM_LENGTH);

/** The five UTM columns as every row carries them: text, empty when unknown. */
export const utmColumns = {
  utm_source: utmValue,
  utm_medium: utmValue,
  utm_campaign: utmValue,
  utm_content: utmValue,
  utm_term: utmValue,
};

export const wholeNumber = z.int().check(z.gte(0), z.lte(LARGEST_INTEGER));

const label = storableText(LABEL_LENGTH);

/** The clicks of a visit, as {@link ButtonClick} describes each. */
export const buttonClicks = z
  .array(z.strictObject({ botao: label, timestamp: moment, secao: z.exactOptional(label) }))
  .check(z.maxLength(CLICK_LIMIT));
