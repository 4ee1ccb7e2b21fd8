import * as z from 'zod/mini';
import { MAX_INTEGER } from '../sanitize.ts';
import { rowTimestamp, storableText } from '../text.ts';
import { MAX_CLICKS, MAX_LABEL_LENGTH } from './journey.ts';
import { MAX_UTM_LENGTH } from './utm.ts';

const utmValue = storableText(MAX_UTM_LENGTH);

/** The UTM columns of every row. A column is empty if its value is unknown. */
export const utmColumns = {
  utm_source: utmValue,
  utm_medium: utmValue,
  utm_campaign: utmValue,
  utm_content: utmValue,
  utm_term: utmValue,
};

export const rowInteger = z.int().check(z.gte(0), z.lte(MAX_INTEGER));

const label = storableText(MAX_LABEL_LENGTH);

export const buttonClicks = z
  .array(z.strictObject({ botao: label, timestamp: rowTimestamp, secao: z.exactOptional(label) }))
  .check(z.maxLength(MAX_CLICKS));
