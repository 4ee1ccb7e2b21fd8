/** The column `respostas` of an application: answers to questions without a column of their own. */
import * as z from 'zod/mini';
import { storableText } from '../text.ts';
import { UTM_FIELDS } from '../utm.ts';
import { APPLICATION_FIELDS } from './application-rules.ts';
import {
  countBytes,
  MAX_ANSWER_LENGTH,
  MAX_ANSWERS,
  MAX_ANSWERS_BYTES,
  MAX_CHOICE_LENGTH,
  MAX_CHOICES,
} from './further-questions.ts';
import type { Answers } from './question.ts';

export const ANSWER_KEY = /^[a-z][a-z0-9_]{0,39}$/;

/** Columns of `applications`: no further question may have their names. Both databases' migrations list them, too. */
export const APPLICATION_COLUMNS: readonly string[] = [
  ...['id', 'save_id', 'created_at', 'suspect', 'number', 'phone_key', 'email_key', 'respostas'],
  ...APPLICATION_FIELDS,
  ...UTM_FIELDS,
  ...['origem_timestamp', 'tempo_jornada_segundos', 'paginas_visitadas'],
];

const answerKey = z.string().check(
  z.regex(ANSWER_KEY),
  z.refine((key) => !APPLICATION_COLUMNS.includes(key), 'must not be the name of a column'),
);

const answer = z.union([
  storableText(MAX_ANSWER_LENGTH),
  z.number(),
  z.array(storableText(MAX_CHOICE_LENGTH)).check(z.maxLength(MAX_CHOICES)),
]);

export const answersSchema = z.record(answerKey, answer).check(
  z.refine((answers) => Object.keys(answers).length <= MAX_ANSWERS, {
    error: `must have at most ${MAX_ANSWERS} answers`,
    abort: true,
  }),
  z.refine(
    (answers) => countBytes(answers) <= MAX_ANSWERS_BYTES,
    `must have at most ${MAX_ANSWERS_BYTES} bytes of keys and texts`,
  ),
);

/** Returns the answers of a stored row, which both databases check. */
export const readAnswers = (stored: string): Answers => JSON.parse(stored) as Answers;
