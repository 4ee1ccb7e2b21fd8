import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { sanitizeJourneyTotals } from './capture/journey.ts';
import { parseUtms, sanitizeUtms } from './capture/utm.ts';
import { applicationDraftRowSchema, applicationRowSchema } from './contacts/application.ts';
import { APPLICATION_FIELDS, APPLICATION_RULES } from './contacts/application-rules.ts';
import { formatInstagram, maskInstagram } from './contacts/instagram.ts';
import { leadRowSchema } from './contacts/lead.ts';
import { isPhone, LEAD_RULES } from './contacts/lead-rules.ts';
import { applyMask } from './contacts/mask.ts';
import { completeWhatsapp, formatPhone, formatWhatsapp } from './contacts/phone.ts';
import { leadAnswersSchema } from './contacts/questions/answers.ts';
import {
  isApplicationAnswerValid,
  listApplicationColumnQuestions,
  sanitizeApplicationAnswer,
} from './contacts/questions/application-questions.ts';
import { parseNumber } from './contacts/questions/further-questions.ts';
import { listLeadColumnQuestions, makeLeadFields } from './contacts/questions/lead-questions.ts';
import { sanitizeClicks } from './visits/clicks.ts';
import { eventRowSchema } from './visits/event.ts';
import { makeEventRow } from './visits/event-rows.ts';

/** Pieces of texts that cost a rule much time if it backtracks, trims from the end or counts anew. */
const PIECES = [
  ...['.', '@', 'a', ' ', '\n', '1', '\\', '😀', '\u200b', '\0', 'a.', 'a ', '1 ', '/\n', '2026-'],
  'instagram.com/',
];
const ENDS = [
  ['a@', '@'],
  ['2026-03-01T12:00:00.', ' x'],
] as const;
const LONG_TEXTS = PIECES.flatMap((piece) => {
  const fill = piece.repeat((256 * 1024) / new Blob([piece]).size);
  return ENDS.map(([start, end]) => start + fill + end);
});
/**
 * Time limit. A rule that reads a text once takes milliseconds. A rule that rereads it from every position takes
 * minutes.
 */
const HANG_MS = 30_000;

/** Applies a rule to every long text. @throws Error after the time limit */
function readLongTexts(rule: (text: string) => unknown): void {
  const code = 'for (const text of texts) rule(text)';
  runInNewContext(code, { texts: LONG_TEXTS, rule }, { timeout: HANG_MS });
}

const now = Date.parse('2026-03-01T12:00:00Z');
const rules: Record<string, (text: string) => unknown> = {
  'a name': LEAD_RULES.nome.isValid,
  'a phone': isPhone,
  'lead fields': (text) =>
    makeLeadFields(listLeadColumnQuestions(), { nome: text, telefone: text, email: text }),
  "the phone's mask": formatPhone,
  "the number's mask": formatWhatsapp,
  'a pasted number': completeWhatsapp,
  "the handle's mask": formatInstagram,
  "the handle's caret": (text) => maskInstagram({ text, caret: 5 }),
  'an edit of a phone': (text) =>
    applyMask(
      formatPhone,
      { text: `${text}1`, caret: text.length + 1 },
      { text, caret: text.length },
    ),
  'an address': (text) => parseUtms(`?utm_term=${text}`, now),
  'a stored origin': (text) => sanitizeUtms({ utm_source: text, origem_timestamp: text }, now),
  'a stored visit': (text) =>
    sanitizeJourneyTotals({ inicio_sessao: text, paginas_visitadas: text }, now),
  'a stored click': (text) =>
    sanitizeClicks([{ botao: text, timestamp: '2026-03-01T12:00:00Z', secao: text }]),
  'an event': (text) =>
    makeEventRow({
      id: '',
      sessionId: '',
      name: 'click',
      time: 0,
      payload: { button_name: text, section: text },
      utms: { utm_source: '', utm_medium: '', utm_campaign: '', utm_content: '', utm_term: '' },
    }),
};
for (const field of APPLICATION_FIELDS) {
  rules[`the rule of ${field}`] = APPLICATION_RULES[field].isValid;
}
for (const question of [
  ...listApplicationColumnQuestions(),
  { key: 'quanto', kind: 'number', required: true } as const,
  { key: 'areas', kind: 'choices', required: true } as const,
]) {
  rules[`the sanitized answer to ${question.key}`] = (text) =>
    sanitizeApplicationAnswer(question, text);
  rules[`the validity of ${question.key}`] = (text) => isApplicationAnswerValid(question, text);
}
rules['a number'] = parseNumber;

const ID = '01930000-0000-7000-8000-000000000001';
const TIME = '2026-03-01T12:00:00.000Z';
const EVENT = { id: ID, session_id: ID, name: 'novidade', occurred_at: TIME, secao: null };
rules['an answer'] = (text) => leadAnswersSchema.safeParse({ a: text, b: [text], [text]: 1 });
const SCHEMAS = [
  ['leads', leadRowSchema, {}],
  ['applications', applicationRowSchema, {}],
  ['application_drafts', applicationDraftRowSchema, {}],
  ['jornada', eventRowSchema, EVENT],
] as const;
for (const [table, schema, row] of SCHEMAS) {
  for (const column of Object.keys(schema.shape)) {
    rules[`${table}.${column}`] = (text) => schema.safeParse({ ...row, [column]: text });
  }
}
for (const [place, make] of [
  ['a text', (text: string) => ({ a: text })],
  ['a key', (text: string) => ({ [text]: 1 })],
] as const) {
  const row = { ...EVENT, utm_source: '', utm_medium: '', utm_campaign: '', utm_content: '' };
  rules[`${place} in a payload`] = (text) =>
    eventRowSchema.safeParse({ ...row, utm_term: '', payload: make(text) });
}
rules['a label in a click'] = (text) =>
  leadRowSchema.safeParse({ botoes_clicados: [{ botao: text, timestamp: text, secao: text }] });

test.each(Object.entries(rules))('reads a long text once: %s', (_name, rule) => {
  expect(() => readLongTexts(rule)).not.toThrow();
});
