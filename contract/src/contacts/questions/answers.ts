import * as z from 'zod/mini';
import { UTM_FIELDS } from '../../capture/utm.ts';
import { storableText } from '../../text.ts';
import { APPLICATION_FIELDS } from '../application-rules.ts';
import { LEAD_RULES } from '../lead-rules.ts';
import {
  countBytes,
  MAX_ANSWER_LENGTH,
  MAX_ANSWERS,
  MAX_ANSWERS_BYTES,
  MAX_CHOICE_LENGTH,
  MAX_CHOICES,
} from './further-questions.ts';
import type { Answers } from './question.ts';

/** A key of `respostas`, the column for answers to questions without a column of their own. */
export const ANSWER_KEY_PATTERN = /^[a-z][a-z0-9_]{0,39}$/;

const SHARED_COLUMNS = [
  'id',
  'created_at',
  'suspect',
  'phone_key',
  'email_key',
  'respostas',
  ...UTM_FIELDS,
  'origem_timestamp',
  'tempo_jornada_segundos',
  'paginas_visitadas',
];

/** A question without a column must not have a column's name as its key. The migration lists the same names. */
export const APPLICATION_COLUMNS: readonly string[] = [
  'save_id',
  'number',
  ...APPLICATION_FIELDS,
  ...SHARED_COLUMNS,
];

export const LEAD_COLUMNS: readonly string[] = [
  'idempotency_key',
  'botoes_clicados',
  'import_id',
  ...Object.keys(LEAD_RULES),
  ...SHARED_COLUMNS,
];

const answerSchema = z.union([
  storableText(MAX_ANSWER_LENGTH),
  z.number(),
  z.array(storableText(MAX_CHOICE_LENGTH)).check(z.maxLength(MAX_CHOICES)),
]);

function answersSchemaWithout(columns: readonly string[]) {
  const key = z.string().check(
    z.regex(ANSWER_KEY_PATTERN),
    z.refine((text) => !columns.includes(text), 'must not be the name of a column'),
  );
  return z.record(key, answerSchema).check(
    z.refine((answers) => Object.keys(answers).length <= MAX_ANSWERS, {
      error: `must have at most ${MAX_ANSWERS} answers`,
      abort: true,
    }),
    z.refine(
      (answers) => countBytes(answers) <= MAX_ANSWERS_BYTES,
      `must have at most ${MAX_ANSWERS_BYTES} bytes of keys and texts`,
    ),
  );
}

export const applicationAnswersSchema = answersSchemaWithout(APPLICATION_COLUMNS);
export const leadAnswersSchema = answersSchemaWithout(LEAD_COLUMNS);

/**
 * Parses the column `respostas` without checking its shape. In PostgreSQL the constraint `respostas_are_answers`
 * checks the shape. In SQLite only the server writes the column, after it has applied the schemas above.
 */
export const readAnswers = (stored: string): Answers => JSON.parse(stored) as Answers;
