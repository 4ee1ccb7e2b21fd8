import { randomUUID } from 'node:crypto';
import { makeApplication, makeDraft, makeEvent, makeLead } from '../../testkit/rows.ts';

type Rows = readonly (readonly [table: string, row: Record<string, unknown>])[];

const NASTY_TEXT = '\u{1b}[2J\u{202e}=1\n\r\t;"\u{7}\u{2028}<b>';

/** Payloads that the tables accept but the contract refuses. */
const PAYLOADS: readonly string[] = [
  '{}',
  '{"form":null,"step":null,"field":null,"value":null,"currency":null,"transaction_id":null}',
  '{"time_in_view_ms":"abc","form":"lead","step":"abc","value":"abc","metric":"LCP","transaction_id":"1"}',
  '{"time_in_view_ms":1e308,"form":"aplicacao","step":1e308,"value":1e308,"metric":"INP","transaction_id":"2"}',
  '{"time_in_view_ms":-1e308,"form":"lead","step":1.5,"value":-1,"metric":"CLS","transaction_id":"3"}',
  '{"time_in_view_ms":1e-300,"form":[],"step":{},"value":1e-300,"metric":"FID","transaction_id":{}}',
  '{"time_in_view_ms":99999999999999999999,"form":true,"step":9007199254740993,"value":[1],"currency":"???"}',
  '{"value":12.5,"currency":"<b>","transaction_id":"4","form":"lead","field":"\\u001b[2J\\u202e"}',
];

const NAMES = [
  ...['session_start', 'page_view', 'section_view', 'form_start', 'form_complete', 'form_abandon'],
  ...['purchase', 'web_vital', 'generate_lead', 'checkout_redirect', 'cta_click', 'unknown_event'],
];

/** Returns unusual rows that the tables of a database accept. */
export function makeHostileRows(isPostgres: boolean): Rows {
  const moments = isPostgres
    ? ['infinity', '-infinity', '0044-03-15 12:00:00 BC', '294276-12-31', '1900-01-01']
    : ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '1900-01-01T00:00:00Z', '2026-02-30T00:00Z'];
  const clicks = isPostgres
    ? [[], [{ botao: NASTY_TEXT, timestamp: 'abc' }], [{ botao: '', timestamp: '', secao: 1 }]]
    : [[], [null, 1, 'x', [[]], {}], [{ botao: 1e308, timestamp: [], secao: {} }]];
  const draft = makeDraft({ nome: NASTY_TEXT, whatsapp: '119876543210' });
  return [
    ...moments.flatMap(
      (moment): Rows => [
        ['leads', makeLead({ nome: NASTY_TEXT, origem_timestamp: moment })],
        [
          'applications',
          makeApplication({ principais_desafios: NASTY_TEXT, origem_timestamp: moment }),
        ],
        ...NAMES.map(
          (name) =>
            [
              'jornada',
              makeEvent({ name, occurred_at: moment, session_id: randomUUID() }),
            ] as const,
        ),
      ],
    ),
    ...clicks.map(
      (list) => ['leads', makeLead({ botoes_clicados: JSON.stringify(list) })] as const,
    ),
    ['leads', makeLead({ telefone: '=1+1 1234567890', utm_source: '＝cmd', suspect: '\u{1b}' })],
    ['leads', makeLead({ tempo_jornada_segundos: 2147483647 })],
    ['application_drafts', draft],
    ...PAYLOADS.flatMap((payload) =>
      NAMES.map(
        (name) =>
          [
            'jornada',
            makeEvent({ name, payload, session_id: randomUUID(), lead_ref: draft.id }),
          ] as const,
      ),
    ),
    ['jornada', makeEvent({ secao: NASTY_TEXT, utm_campaign: NASTY_TEXT.repeat(10) })],
  ];
}

/** Returns a statement that inserts a row as the tables' owner. */
export function toInsert(table: string, row: Record<string, unknown>): string {
  const literal = (value: unknown) => {
    if (value === null) return 'null';
    if (typeof value === 'number') return String(value);
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return `'${text.replaceAll("'", "''")}'`;
  };
  const all = table.startsWith('application') ? { save_id: randomUUID(), ...row } : row;
  return `insert into ${table} (${Object.keys(all).join(', ')})
    values (${Object.values(all).map(literal).join(', ')})`;
}
