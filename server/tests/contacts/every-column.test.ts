import type { LeadRow } from '@funil/contract/contacts/lead';
import {
  listApplicationColumnQuestions,
  makeApplicationRow,
} from '@funil/contract/contacts/questions/application-questions';
import {
  listLeadColumnQuestions,
  makeLeadRow,
} from '@funil/contract/contacts/questions/lead-questions';
import type { Question } from '@funil/contract/contacts/questions/question';
import { expect, test } from 'vitest';
import { FULL_APPLICATION, FULL_LEAD } from '../../../testkit/rows.ts';
import { readApplications } from '../../src/contacts/applications.ts';
import { readContactDetail } from '../../src/contacts/contact-detail.ts';
import { type Lead, readLeads } from '../../src/contacts/leads.ts';
import { applicationColumns, leadColumns } from '../../src/contacts/people-csv.ts';
import { readQuestions } from '../../src/contacts/questions.ts';
import { toCsv } from '../../src/csv/write-csv.ts';
import { writeTestEmail } from '../deliveries/mail-payloads.ts';
import { openDeliveries } from '../deliveries/open-deliveries.ts';
import { importFiles } from '../imports/import-files.ts';
import { STORES } from '../store/open-test-store.ts';

const LEAD_KEY = '01930000-0000-7000-8000-0000000000ac';

type Row = Readonly<Record<string, unknown>>;

/** Columns that no visitor types: ids, and columns about the visit except its origin. */
const UNTYPED_COLUMNS = [
  ...['id', 'save_id', 'botoes_clicados', 'tempo_jornada_segundos', 'paginas_visitadas'],
  'origem_timestamp',
];

/** Labels and formatted numbers by stored value. */
const SHOWN_TEXTS: Readonly<Record<string, string>> = {
  '5k-10k': 'De R$ 5 mil a R$ 10 mil',
  '2anos': 'Em 2 anos',
  '1500.5': '1.500,5',
};

/** Returns the columns and answers of a row that a text does not show. */
function findMissing(text: string, { respostas, ...columns }: Row): string[] {
  const typed = Object.entries(columns).filter(([column]) => !UNTYPED_COLUMNS.includes(column));
  return [...typed, ...Object.entries(Object(respostas))].flatMap(([name, value]) => {
    const isShown = [value]
      .flat()
      .map(String)
      .every((stored) => text.includes(stored) || text.includes(SHOWN_TEXTS[stored] ?? stored));
    return isShown ? [] : [name];
  });
}

test.each(STORES)('%s: shows every column wherever a row is shown', async (kind) => {
  await using opened = await openDeliveries(kind);
  await opened.register('webhook:a');
  await opened.store('leads', FULL_LEAD, LEAD_KEY);
  await opened.store('applications', FULL_APPLICATION);
  await opened.consume();
  const events = await opened.query('select type, data from funil.outbox_events order by number');
  await using database = await opened.open();
  const listed = { now: Date.now(), replyHours: null, visibleTo: undefined };
  const options = { published: [], ...listed };
  const questions = await readQuestions(database, []);
  const leads: Lead[] = [];
  for await (const page of readLeads(database)) leads.push(...page);
  const { botoes_clicados, origem_timestamp } = FULL_LEAD;
  expect(leads).toMatchObject([{ botoes_clicados, origem_timestamp }]);
  // Files have local times.
  const lines = toCsv(leadColumns(questions), leads);
  expect(lines).toContain('"01/03/2026 09:00:05 BOTAO CHEIO (hero)";4321;87;"01/03/2026 09:00:00"');
  const applications = await readApplications(database);
  const shown = [
    [FULL_LEAD, leads, lines, { kind: 'lead', leadId: 1 }],
    [
      FULL_APPLICATION,
      applications,
      toCsv(applicationColumns(questions), applications),
      { kind: 'application', applicationId: FULL_APPLICATION.id },
    ],
  ] as const;
  for (const [index, [row, records, csv, ref]] of shown.entries()) {
    const { type, data } = events[index] ?? {};
    const event = type === 'lead.created' ? type : 'application.created';
    const places = {
      csv,
      json: JSON.stringify(records),
      card: JSON.stringify(await readContactDetail(database, ref, options)),
      webhook: String(data),
      mail: writeTestEmail(event, JSON.parse(String(data))).text,
    };
    for (const [place, text] of Object.entries(places)) {
      expect([event, place, findMissing(text, row)]).toEqual([event, place, []]);
    }
  }
});

test('imports every column of a lead', async () => {
  await using opened = await openDeliveries();
  await using database = await opened.open();
  const { respostas: _, ...columns } = FULL_LEAD;
  const typed = Object.entries(columns).filter(([column]) => !UNTYPED_COLUMNS.includes(column));
  const lines = [typed.map(([column]) => column), typed.map(([, value]) => value)];
  const text = lines.map((cells) => cells.join(';')).join('\r\n');
  await importFiles(database, { kind: 'leads' }).import(`${text}\r\n`);
  expect(await opened.query('select * from leads')).toMatchObject([Object.fromEntries(typed)]);
});

test('fills every column from the answers that visitors type', () => {
  const furtherQuestions: Question[] = [
    { key: 'cidade', kind: 'text', required: true },
    { key: 'equipe', kind: 'number', required: true },
    { key: 'canais', kind: 'choices', required: true },
  ];
  const typed = { cidade: 'Recife antigo', equipe: '1.500,5', canais: 'feira livre,loja' };
  const visitOf = ({ utm_source, utm_medium, utm_campaign, utm_content, ...row }: LeadRow) => ({
    utms: {
      ...{ utm_source, utm_medium, utm_campaign, utm_content, utm_term: row.utm_term },
      origem_timestamp: row.origem_timestamp,
    },
    journey: {
      botoes_clicados: row.botoes_clicados,
      tempo_jornada_segundos: row.tempo_jornada_segundos,
      paginas_visitadas: row.paginas_visitadas,
      inicio_sessao: row.origem_timestamp,
    },
  });
  const { respostas: _lead, ...lead } = FULL_LEAD;
  const typedLead = { ...textsOf(lead), ...typed };
  expect(
    makeLeadRow([...listLeadColumnQuestions(), ...furtherQuestions], typedLead, visitOf(FULL_LEAD)),
  ).toEqual(FULL_LEAD);
  const { respostas: _application, id, save_id: _save, ...application } = FULL_APPLICATION;
  const visit = visitOf({ ...FULL_LEAD, ...application, telefone: '' });
  const questions = [...listApplicationColumnQuestions(), ...furtherQuestions];
  const typedApplication = { ...textsOf(application), ...typed };
  expect(makeApplicationRow(id, questions, typedApplication, visit)).toEqual({
    ...FULL_APPLICATION,
    // No form asks for these two columns today.
    ...{ objetivos_movimento: '', orcamento_investimento: '' },
    save_id: undefined,
  });
});

const textsOf = (row: Row) =>
  Object.fromEntries(
    Object.entries(row).flatMap(([field, value]) =>
      typeof value === 'string' ? [[field, value] as const] : [],
    ),
  );
