import { randomUUID } from 'node:crypto';
import type { CaptureTable } from '@funil/contract/capture/protocol';
import { APPLICATION_COLUMNS, LEAD_COLUMNS } from '@funil/contract/contacts/questions/answers';
import { makeApplication, makeDraft, makeEvent, makeLead } from '../../../testkit/rows.ts';

export interface Sample {
  table: CaptureTable;
  column: string;
  isValid: boolean;
  row: Record<string, unknown>;
}

const EMOJI = '😀';
export const MAKE_ROW = {
  leads: makeLead,
  applications: makeApplication,
  application_drafts: makeDraft,
  jornada: makeEvent,
};

function casesOf(
  table: CaptureTable,
  column: string,
  values: unknown[],
  isValid: boolean,
): Sample[] {
  return values.map((value) => {
    const row = MAKE_ROW[table]({ [column]: value });
    return { table, column, isValid, row };
  });
}

function cases(tables: CaptureTable[], name: string, good: unknown[], bad: unknown[]): Sample[] {
  return tables.flatMap((table) => [
    ...casesOf(table, name, good, true),
    ...casesOf(table, name, bad, false),
  ]);
}

const PERSON_TABLES: CaptureTable[] = ['leads', 'applications', 'application_drafts'];
const APPLICATION_TABLES: CaptureTable[] = ['applications', 'application_drafts'];
const VISIT_FIELD_TABLES: CaptureTable[] = ['leads', 'applications'];
const UTM_TABLES: CaptureTable[] = ['leads', 'applications', 'jornada'];

const INVISIBLE_CHARACTERS = [
  ...[' ', '\t', '\u00a0', '\u3000', '\ufeff', '\u200b', '\u2800', '\u3164', '\uffa0', '\u00ad'],
  ...['\u202e', '\u2066', '\ufe0f', '\u{e0041}', '\u{1d173}', '\u0007', '\u0085', '\ufffa'],
];
const textsOf = (length: number) => [`A${'x'.repeat(length - 2)}B`, EMOJI.repeat(length)];

function requiredTexts(tables: CaptureTable[], name: string, min: number, max: number): Sample[] {
  return [...filledTexts(tables, name, min, max), ...cases(tables, name, [], [''])];
}

/** Returns samples at and beyond a text's limits, in characters; the empty text is not among them. */
function filledTexts(tables: CaptureTable[], name: string, min: number, max: number): Sample[] {
  const good = [...textsOf(min), ...textsOf(max), `  ${'á'.repeat(min)}\u200b `];
  const bad = [
    ...[null, 'x'.repeat(min - 1), EMOJI.repeat(min - 1), ...textsOf(max + 1)],
    ...INVISIBLE_CHARACTERS.flatMap((blank) => [blank.repeat(12), `A${blank.repeat(12)}`]),
  ];
  return cases(tables, name, good, bad);
}

const freeTexts = (name: string, max: number, tables: CaptureTable[]) =>
  cases(tables, name, ['', ...textsOf(max)], [...textsOf(max + 1), null]);

const TIMESTAMPS = [
  ...['2000-01-01T00:00:00Z', '2099-12-31T23:59:59.999Z', '2024-02-29T23:59:59.123456Z'],
];
const INVALID_TIMESTAMPS = [
  ...['1900-01-01T00:00:00Z', '1999-12-31T23:59:59.999Z', '2100-01-01T00:00:00Z', '', 'ontem'],
  ...['infinity', '-infinity', '99999-01-01T00:00:00Z', '2026-02-30T00:00:00Z', null],
];
const integers = (name: string) =>
  cases(VISIT_FIELD_TABLES, name, [0, 1, 2_147_483_647], [-1, 0.5, 2_147_483_648, 1e308, null]);

const click = (fields: object) => ({
  botao: 'x',
  timestamp: '2026-03-01T12:00:00.000Z',
  ...fields,
});
const CLICKS = [
  ...[[], [click({})], [click({ secao: EMOJI.repeat(120), botao: EMOJI.repeat(120) })]],
  Array.from({ length: 200 }, () => click({ secao: 'hero' })),
];
const INVALID_CLICKS = [
  ...[{}, 'x', [1], [null], [[]], [{}], [{ botao: 'x' }], [click({ botao: 1 })]],
  ...[[click({ cor: 'azul' })], [click({ secao: null })], [click({ secao: EMOJI.repeat(121) })]],
  ...[[click({ botao: 'x'.repeat(121) })], [click({ timestamp: '2026-03-01' })]],
  ...[[click({ timestamp: '1900-01-01T00:00:00Z' })], Array.from({ length: 201 }, () => click({}))],
];

const EVENTS = [
  ['click', { button_name: 'Entrar' }, {}, { button_name: 1 }],
  ['cta_click', { button_name: 'Entrar', opens: 'lead' }, {}],
  ['page_view', { page_title: 'x', page_location: 'https://x.example/' }, { page_title: 'x' }],
  ['section_view', { time_in_view_ms: 0 }, { time_in_view_ms: 'abc' }, { time_in_view_ms: 1e308 }],
  ['section_view', { time_in_view_ms: 86_400_000 }, { time_in_view_ms: 86_400_001 }],
  ['section_view', { time_in_view_ms: 1 }, { time_in_view_ms: 0.5 }, { time_in_view_ms: -1 }, {}],
  ['scroll_depth', { percent: 25 }, { percent: 26 }, { percent: '25' }, {}],
  ['video_start', { title: 'x' }, {}],
  ['video_play', { title: '😀'.repeat(500) }, { title: '😀'.repeat(501) }],
  ['form_start', { form: 'lead' }, {}, { form: 'outro' }, { form: null }],
  ['form_complete', { form: 'aplicacao', step: 5 }, { form: 'aplicacao', step: 6 }],
  ['form_abandon', { form: 'lead', step: 0, field: 'nome' }, { form: 'lead', step: '1' }],
  ['form_abandon', { form: 'lead', field: '' }, { form: 'lead', field: 7 }],
  ['generate_lead', { currency: 'BRL', value: 0 }, {}, { currency: 'BRL', value: 1 }],
  ['web_vital', { metric: 'CLS', value: 0.1, rating: 'good' }, { metric: 'CLS', rating: 'good' }],
  ['web_vital', { metric: 'LCP', value: 9, rating: 'x' }, { metric: 'X', value: 1, rating: 'x' }],
  ['purchase', { transaction_id: 'T', value: 9.5, currency: 'BRL', items: [] }, {}],
  ['novidade', { a: 'x', b: 1, c: true, d: null }, { a: {} }, { a: [] }, { a: 'x'.repeat(501) }],
  ['novidade', {}, { a: 1e16 }, { ['k'.repeat(8200)]: 1 }],
] as const;

const eventCases = EVENTS.flatMap(([name, good, ...bad]) => {
  const make = (payload: object, isValid: boolean): Sample => ({
    table: 'jornada',
    column: 'payload',
    isValid,
    row: makeEvent({ name, payload }),
  });
  return [make(good, true), ...bad.map((payload) => make(payload, false))];
});

const EMAILS = ['a@b.c', `${'x'.repeat(250)}@b.c`, `${EMOJI.repeat(250)}@b.c`];
const INVALID_EMAILS = [
  ...['', 'a', 'a@b', '@b.c', 'a@.c', 'a@b.', 'a@b@c.d', `${'x'.repeat(251)}@b.c`],
  ...INVISIBLE_CHARACTERS.flatMap((blank) => [`a${blank}@b.c`, `${blank}@${blank}.${blank}`]),
];

const answers = (count: number, make: (index: number) => unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, make(index)]));
const choices = (count: number, text: string) => ({
  areas: Array.from({ length: count }, () => text),
});
const ANSWERS = [
  ...[
    {},
    { a: '', b: 0, c: [], constructor: 'x' },
    { a: EMOJI.repeat(2000) },
    { a: 'x'.repeat(2000) },
  ],
  ...[{ [`a${'b'.repeat(39)}`]: 'x' }, { a_1: -1.5e300, b: 5e-324, c: 1.7976931348623157e308 }],
  ...[answers(40, () => 'x'), choices(40, 'x'.repeat(200)), choices(1, EMOJI.repeat(200))],
  // The eight keys and texts have 16,384 bytes together, which is the limit.
  { ...answers(8, () => EMOJI.repeat(511)), p7: EMOJI.repeat(515) },
  { a: 'uma "citação" \\ e \\u0000 escrito\n\u0001' },
];
const INVALID_ANSWERS = [
  ...[
    'x',
    7,
    [],
    ['x'],
    { a: null },
    { a: true },
    { a: {} },
    { a: [1] },
    { a: [null] },
    { a: [['x']] },
  ],
  ...[{ a: 'x'.repeat(2001) }, { a: EMOJI.repeat(2001) }, choices(41, 'x')],
  ...[choices(1, 'x'.repeat(201)), choices(1, EMOJI.repeat(201)), answers(41, () => 1)],
  ...[{ A: 'x' }, { '1a': 'x' }, { '': 'x' }, { 'a-b': 'x' }, { á: 'x' }, { _a: 'x' }],
  ...[{ 'a\n': 'x' }, { [`a${'b'.repeat(40)}`]: 'x' }],
  { ...answers(8, () => EMOJI.repeat(511)), p7: `${EMOJI.repeat(515)}x` },
  ...[{ a: 'x\0y' }, { a: ['x\0y'] }, { a: '\ud83d' }, { a: '\udc00x' }, { a: '\\\0' }],
];

/** For every limit of every column, the last valid value and the first invalid one. */
export const SAMPLES: Sample[] = [
  ...requiredTexts(PERSON_TABLES, 'nome', 2, 200),
  ...filledTexts(['applications'], 'empresa', 2, 200),
  ...filledTexts(['applications'], 'cargo', 2, 200),
  ...filledTexts(['applications'], 'principais_desafios', 10, 5000),
  ...['empresa', 'cargo', 'principais_desafios', 'faturamento', 'cronograma'].flatMap((name) =>
    cases(['applications'], name, [''], []),
  ),
  ...cases(VISIT_FIELD_TABLES, 'respostas', ANSWERS, INVALID_ANSWERS),
  ...APPLICATION_COLUMNS.flatMap((name) =>
    cases(['applications'], 'respostas', [], [{ [name]: 'x' }]),
  ),
  ...LEAD_COLUMNS.flatMap((name) => cases(['leads'], 'respostas', [], [{ [name]: 'x' }])),
  ...['objetivos_movimento', 'orcamento_investimento', 'experiencia_anterior'].flatMap((name) =>
    freeTexts(name, 5000, ['applications']),
  ),
  ...['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'].flatMap((name) =>
    freeTexts(name, 255, UTM_TABLES),
  ),
  ...cases(['leads'], 'telefone', ['1234567890', '1'.repeat(40)], ['123456789', '1'.repeat(41)]),
  ...cases(['leads'], 'telefone', [], ['', '٠١٢٣٤٥٦٧٨٩', '\u200b'.repeat(12)]),
  ...cases(APPLICATION_TABLES, 'whatsapp', ['+5511987654321'], ['', '+55 11', '1'.repeat(41)]),
  ...cases(APPLICATION_TABLES, 'email', EMAILS, INVALID_EMAILS),
  ...cases(
    ['leads'],
    'email',
    ['', ...EMAILS],
    INVALID_EMAILS.filter((email) => email !== ''),
  ),
  ...cases(APPLICATION_TABLES, 'instagram', ['', '@', `@${'x'.repeat(99)}`, '@joão.1_'], []),
  ...cases(
    APPLICATION_TABLES,
    'instagram',
    [],
    [`@${'x'.repeat(100)}`, 'x', '@@', '@a b', '@\u200b'],
  ),
  ...cases(['applications'], 'faturamento', ['menos-5k'], [' ', '1M+', null]),
  ...cases(['applications'], 'cronograma', ['3anos+'], [' ', '5anos', null]),
  ...cases(VISIT_FIELD_TABLES, 'origem_timestamp', TIMESTAMPS, INVALID_TIMESTAMPS),
  ...cases(['jornada'], 'occurred_at', TIMESTAMPS, INVALID_TIMESTAMPS),
  ...integers('tempo_jornada_segundos'),
  ...integers('paginas_visitadas'),
  ...cases(['leads'], 'botoes_clicados', CLICKS, INVALID_CLICKS),
  ...cases(['jornada'], 'secao', [null, '', ...textsOf(120)], textsOf(121)),
  ...cases(['jornada'], 'lead_ref', [null, randomUUID()], ['', 'x']),
  ...cases(['jornada'], 'test', [null, 'Título', ...textsOf(80)], textsOf(81)),
  ...cases(['jornada'], 'version', [null, 'a', 'b'], ['', 'c', 'A']),
  // An invalid context never refuses a row.
  ...cases(['jornada'], 'context', [null, {}, 7, 'x', [[]], { fbc: 'x'.repeat(20_000) }], []),
  ...cases(['jornada'], 'session_id', [randomUUID()], ['', 'x', null]),
  ...cases(['jornada'], 'id', [randomUUID()], ['', 'x', null]),
  ...cases(APPLICATION_TABLES, 'id', [randomUUID()], ['', 'x', null]),
  ...cases(APPLICATION_TABLES, 'save_id', [randomUUID()], ['', 'x']),
  ...cases(['jornada'], 'payload', [], [[], 'x', null]),
  ...cases(['jornada'], 'name', ['a', `a${'b'.repeat(63)}`], ['', '1a', 'A', `a${'b'.repeat(64)}`]),
  ...eventCases,
];
