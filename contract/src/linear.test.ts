import { expect, test } from 'vitest';
import { applicationDraftRowSchema, applicationRowSchema } from './application.ts';
import { APPLICATION_FIELDS, APPLICATION_RULES, fitField } from './application-rules.ts';
import { fitClicks } from './clicks.ts';
import { eventRowSchema } from './event.ts';
import { fitEvent } from './fit-event.ts';
import { formatInstagram, maskInstagram } from './instagram.ts';
import { fitVisits } from './journey.ts';
import { leadRowSchema } from './lead.ts';
import { fitLeadFields, isName, isPhone } from './lead-rules.ts';
import { applyMask } from './mask.ts';
import { formatPhone } from './phone.ts';
import { fitUtms, parseUtms } from './utm.ts';
import { completeWhatsapp, formatWhatsapp } from './whatsapp.ts';

/** What backtracking, trimming from the end or counting anew would take long over. */
const PIECES = [
  ...['.', '@', 'a', ' ', '\n', '1', '\\', '😀', '\u200b', '\0', 'a.', 'a ', '1 ', '/\n', '2026-'],
  'instagram.com/',
];
const ENDS = [
  ['a@', '@'],
  ['2026-03-01T12:00:00.', ' x'],
] as const;

const worst = (bytes: number) => {
  const fill = (piece: string) => piece.repeat(bytes / new Blob([piece]).size);
  return PIECES.flatMap((piece) => ENDS.map(([start, end]) => start + fill(piece) + end));
};
const SHORT = worst(8 * 1024);
const LONG = worst(64 * 1024);
/**
 * For a text 8 times as long, a rule that reads it once takes 8 times as long, and one that reads it anew from each
 * place 64 times: in between, far enough from 8 that a machine with other work to do is not taken for a slow rule.
 */
const MOST_GROWTH = 32;

/** In ms. The best of several is the rule's own time: what else the machine does only adds to it. */
function timeOf(rule: (text: string) => unknown, text: string, times: number): number {
  const start = performance.now();
  for (let count = 0; count < times; count += 1) rule(text);
  return performance.now() - start;
}

/** How much longer the longer text takes, each by its best of several attempts. */
function measureGrowth(rule: (text: string) => unknown, short: string, long: string): number {
  // What takes no time at all is done more often, until a clock can tell; one call alone may be the
  // first, which is slow, or one that another process held up.
  let times = 1;
  const best = () => Math.min(...[1, 2, 3, 4].map(() => timeOf(rule, short, times)));
  while (best() < 0.1) times *= 2;
  let [forShort, forLong] = [timeOf(rule, short, times), timeOf(rule, long, times)];
  // Where even the best is that slow, no other process is the reason.
  const attempts = forLong > 200 ? 1 : 40;
  for (let attempt = 0; attempt < attempts && forLong >= MOST_GROWTH * forShort; attempt += 1) {
    forShort = Math.min(forShort, timeOf(rule, short, times));
    forLong = Math.min(forLong, timeOf(rule, long, times));
  }
  return forLong / forShort;
}

function findSlow(rule: (text: string) => unknown): string[] {
  return SHORT.flatMap((short, index) => {
    const growth = measureGrowth(rule, short, LONG[index] ?? '');
    return growth < MOST_GROWTH
      ? []
      : [`${JSON.stringify(short.slice(0, 30))} ${growth.toFixed(1)}`];
  });
}

const now = new Date('2026-03-01T12:00:00Z');
const rules: Record<string, (text: string) => unknown> = {
  'a name': isName,
  'a phone': isPhone,
  'what a lead sends': (text) => fitLeadFields({ nome: text, telefone: text }),
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
  'a stored origin': (text) => fitUtms({ utm_source: text, origem_timestamp: text }, now),
  'a stored visit': (text) => fitVisits({ inicio_sessao: text, paginas_visitadas: text }, now),
  'a stored click': (text) =>
    fitClicks([{ botao: text, timestamp: now.toISOString(), secao: text }]),
  'an event': (text) =>
    fitEvent({
      ...{ id: '', sessionId: '', name: 'click', time: 0 },
      payload: { button_name: text, section: text },
      utms: { utm_source: '', utm_medium: '', utm_campaign: '', utm_content: '', utm_term: '' },
    }),
};
for (const field of APPLICATION_FIELDS) {
  rules[`the rule of ${field}`] = APPLICATION_RULES[field].isValid;
  rules[`what is sent of ${field}`] = (text) => fitField(field, text);
}

const ID = '01930000-0000-7000-8000-000000000001';
const TIME = '2026-03-01T12:00:00.000Z';
const EVENT = { id: ID, session_id: ID, name: 'novidade', occurred_at: TIME, secao: null };
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

test.each(Object.keys(rules))(
  'a text eight times as long takes about eight times as long: %s',
  (name) => {
    expect(findSlow(rules[name] ?? (() => {}))).toEqual([]);
  },
);
