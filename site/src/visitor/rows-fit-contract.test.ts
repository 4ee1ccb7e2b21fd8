import {
  applicationDraftRowSchema,
  applicationRowSchema,
} from '@funil/contract/contacts/application';
import { leadRowSchema } from '@funil/contract/contacts/lead';
import {
  APPLICATION_COLUMN_KINDS,
  isApplicationAnswerValid,
  listApplicationColumnQuestions,
  makeApplicationRow,
  makeDraftRow,
} from '@funil/contract/contacts/questions/application-questions';
import {
  findLeadErrors,
  listLeadColumnQuestions,
} from '@funil/contract/contacts/questions/lead-questions';
import type { QuestionKind } from '@funil/contract/contacts/questions/question';
import { eventRowSchema } from '@funil/contract/visits/event';
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildLeadRow } from '../forms/lead-dialog/save-lead.ts';
import { toEventRow } from '../tracking/sinks/internal.ts';
import { readArrival, redactAddress } from './arrival.ts';
import { readJourney } from './journey.ts';
import { recordClick, recordPageLoad } from './record-journey.ts';
import { touchSession } from './session.ts';
import { readOrStoreUtms, reportedUtms } from './utm.ts';

const ID = '01930000-0000-7000-8000-000000000001';
const FURTHER = (['text', 'longText', 'number', 'email', 'phone', 'instagram'] as const).map(
  (kind: QuestionKind) => ({ key: `outra_${kind.toLowerCase()}`, kind, required: false }),
);
const QUESTIONS = [...listApplicationColumnQuestions(), ...FURTHER];
const LEAD_QUESTIONS = [...listLeadColumnQuestions(), ...FURTHER];
const isFieldValid = (key: keyof typeof APPLICATION_COLUMN_KINDS, text: string) =>
  isApplicationAnswerValid({ key, kind: APPLICATION_COLUMN_KINDS[key], required: true }, text);
const TYPED = {
  nome: 'Ana Souza',
  email: 'ana@souza.com.br',
  whatsapp: '+55 (11) 98765-4321',
  empresa: 'Souza & Filhas',
  cargo: 'sócia',
  faturamento: '10k-30k',
  principais_desafios: 'Ninguém me conhece.',
  cronograma: '3anos+',
};

/** Stubs the parts of a browser that records are read from. */
function openPage(address: string, stored: Record<string, string>, clock: number) {
  const entries = new Map(Object.entries(stored));
  const location = new URL(address);
  vi.stubGlobal('window', {
    location,
    localStorage: {
      getItem: (key: string) => entries.get(key) ?? null,
      setItem: (key: string, value: string) => entries.set(key, value),
    },
  });
  const dataset = { test: 'Título', v: 'b', visitor: '0.5 Título' };
  vi.stubGlobal('document', { documentElement: { dataset } });
  vi.setSystemTime(clock);
  return location;
}

const oddText = fc.constantFrom(
  ...['', ' ', '\0', 'a\0b', '\ud83d', '\udc00x', '\u200b', '\u0001'.repeat(300), 'constructor'],
  ...['__proto__', 'x'.repeat(5000), `${'x'.repeat(254)}😀`, '"\\'.repeat(300), 'ç'.repeat(300)],
);
const word = fc.oneof(oddText, fc.string({ unit: 'binary', maxLength: 400 }));
const time = fc.oneof(
  fc.constantFrom('2026-03-01', '2026-03-01T09:00:00-03:00', 'ontem', '', '1900-01-01T00:00:00Z'),
  fc.constantFrom('+099999-12-31T00:00:00Z', '0000-01-01', 'Invalid Date', 1_700_000_000_000, null),
  fc.date().map(String),
);
const count = fc.oneof(fc.integer(), fc.double(), fc.constantFrom('3', '-1', 'x', null, 1e308));
const anything = fc.jsonValue({ maxDepth: 3 });
const mostlyValid = (known: Record<string, fc.Arbitrary<unknown>>) =>
  fc.oneof(
    fc.record(
      Object.fromEntries(
        Object.entries(known).map(([key, value]) => [
          key,
          fc.oneof({ weight: 5, arbitrary: value }, { weight: 1, arbitrary: anything }),
        ]),
      ),
      { requiredKeys: [] },
    ),
    anything,
    fc.constantFrom({ toString: 1, valueOf: 1 }, [{ toString: 1 }]),
  );
const utms = mostlyValid({
  utm_source: word,
  utm_medium: word,
  utm_campaign: word,
  utm_content: word,
  utm_term: word,
  origem_timestamp: time,
  versao: anything,
});
const click = mostlyValid({ botao: word, timestamp: time, secao: word, cor: word });
const journey = mostlyValid({
  botoes_clicados: fc.array(click, { maxLength: 260 }),
  tempo_jornada_segundos: count,
  paginas_visitadas: count,
  inicio_sessao: time,
  versao: anything,
});
const session = mostlyValid({ id: fc.oneof(fc.uuid(), word), last: fc.oneof(count, time) });
const query = fc.dictionary(
  fc.constantFrom('utm_source', 'utm_campaign', 'utm_term', 'fbclid', 'gclid', 'ttclid', 'x'),
  word,
);
const clock = fc.constantFrom(
  ...[Date.UTC(2026, 2), 0, Date.UTC(2090, 0), Date.UTC(1900, 0), Date.UTC(99999, 0)],
);
const visit = fc.record({ utms, journey, session, query, clock, word, raw: word });

test('builds rows that the contract accepts from any address and stored records', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  fc.assert(
    fc.property(visit, (drawn) => {
      const search = new URLSearchParams(drawn.query);
      const address = openPage(
        `https://engrena.example/?${search}`,
        {
          utm_tracking_data: JSON.stringify(drawn.utms) ?? drawn.raw,
          journey_tracking_data: JSON.stringify(drawn.journey) ?? drawn.raw,
          session_tracking_data: JSON.stringify(drawn.session) ?? drawn.raw,
        },
        drawn.clock,
      );
      readOrStoreUtms();
      recordPageLoad();
      recordClick({ botao: 'Entrar', timestamp: '2026-03-01T12:00:00.000Z', secao: 'hero' });
      const { id: sessionId } = touchSession(Date.now());
      const more = { time: Date.now(), sessionId, utms: reportedUtms(readOrStoreUtms()) };
      const label = { button_name: drawn.word, section: drawn.word };
      const payload = { page_title: drawn.word, page_location: redactAddress(address) };
      const contact = { nome: 'Ana', telefone: '(11) 98765-4321' };
      const typed = { ...contact, nome: drawn.word, email: drawn.word };
      const fields = { ...TYPED, empresa: drawn.word, experiencia_anterior: drawn.word };
      const further = FURTHER.filter((question) => isApplicationAnswerValid(question, drawn.word));
      const answered = {
        ...TYPED,
        ...Object.fromEntries(further.map(({ key }) => [key, drawn.word])),
      };
      const seen = { utms: readOrStoreUtms(), journey: readJourney() };
      const rows = [
        ['leads', leadRowSchema, buildLeadRow(LEAD_QUESTIONS, { ...answered, ...contact })],
        ['jornada', eventRowSchema, toEventRow({ name: 'click', payload: label, ...more })],
        ['jornada', eventRowSchema, toEventRow({ name: 'page_view', payload, ...more })],
        [
          'jornada',
          eventRowSchema,
          toEventRow({ name: 'session_start', payload: readArrival(address, drawn.word), ...more }),
        ],
        ['applications', applicationRowSchema, makeApplicationRow(ID, QUESTIONS, answered, seen)],
        // Rows that the page's validation passes.
        ...(Object.keys(findLeadErrors(LEAD_QUESTIONS, typed)).length > 0
          ? []
          : [['leads', leadRowSchema, buildLeadRow(LEAD_QUESTIONS, typed)] as const]),
        ...(isFieldValid('empresa', drawn.word)
          ? [
              [
                'applications',
                applicationRowSchema,
                makeApplicationRow(ID, QUESTIONS, fields, seen),
              ] as const,
            ]
          : []),
        ...(isFieldValid('nome', drawn.word)
          ? [
              [
                'application_drafts',
                applicationDraftRowSchema,
                makeDraftRow(ID, { ...TYPED, nome: drawn.word }),
              ] as const,
            ]
          : []),
      ] as const;
      for (const [table, schema, row] of rows) {
        const { success, error } = schema.safeParse(row);
        expect({ table, success, error: error?.issues }).toMatchObject({ success: true });
        expect(new Blob([JSON.stringify(row)]).size).toBeLessThan(48 * 1024);
      }
    }),
    { numRuns: 400 },
  );
});
