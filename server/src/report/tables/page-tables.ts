import { fieldLabel, formLabel, sectionLabel } from '@funil/contract/console/answer-labels';
import { formatCount } from '@funil/contract/counts';
import type { ReportTest, VersionResults } from '@funil/contract/page/page-test';
import type { ReportTable } from '@funil/contract/report/report';
import { formatShare } from '@funil/contract/report/report-columns';
import type { ReportData } from '../report-data.ts';
import { sumStages } from '../stage-sums.ts';
import { formatPerUnit, formatSecondsInView } from './format.ts';
import { makeTable, type TableColumn } from './make-table.ts';
import { describeTest, describeVerdict } from './summaries.ts';

function tableSections({ stages, sections }: ReportData): ReportTable {
  const { visits: allVisits } = sumStages(stages);
  return makeTable('Seções', sections, [
    ['Seção', ({ section }) => sectionLabel(section)],
    ['Visitas que a viram', ({ visits }) => formatCount(visits)],
    ['Alcance', ({ visits }) => formatShare(visits, allVisits)],
    ['Tempo médio à vista', ({ seconds }) => formatSecondsInView(seconds)],
  ]);
}

/** A longer name of a field is cut. The page's own names are shorter, but an address may claim any. */
const MAX_FIELD_LENGTH = 60;

function tableAbandonment({ abandonment }: ReportData): ReportTable {
  const abandonmentByForm = Map.groupBy(abandonment, ({ form }) => form);
  const countOf = (form: string) =>
    (abandonmentByForm.get(form) ?? []).reduce((sum, { visits }) => sum + visits, 0);
  return makeTable('Onde param de preencher', abandonment, [
    [
      'Último campo',
      ({ form, step, field }) =>
        [
          formLabel(form),
          step === null ? '' : `etapa ${step}`,
          fieldLabel(field).slice(0, MAX_FIELD_LENGTH),
        ]
          .filter(Boolean)
          .join(' · '),
    ],
    ['Visitas', ({ visits }) => formatCount(visits)],
    ['Dos abandonos do formulário', ({ form, visits }) => formatShare(visits, countOf(form))],
  ]);
}

type TestNumber = readonly [label: string, read: (version: VersionResults) => string];

const TEST_NUMBERS: readonly TestNumber[] = [
  ['Visitantes', ({ visitors }) => formatCount(visitors)],
  ['Leads', ({ leads }) => formatCount(leads)],
  ['Leads por visitante', ({ leads, visitors }) => formatShare(leads, visitors)],
  ['Compradores', ({ buyers }) => formatCount(buyers)],
  ['Líquido por visitante', ({ net_cents, visitors }) => formatPerUnit(net_cents, visitors)],
];

/** A column per version, so that the table fits on a phone. */
const tableTest = (test: ReportTest): ReportTable => ({
  ...makeTable(`Teste: ${test.name}`, TEST_NUMBERS, [
    ['Versão', ([label]) => label],
    ...test.versions.map(
      (version): TableColumn<TestNumber> => [
        version.version.toUpperCase(),
        ([, read]) => read(version),
      ],
    ),
  ]),
  verdict: describeVerdict(test),
  note: describeTest(test),
});

export const pageTables = (data: ReportData): ReportTable[] =>
  [
    ...data.tests.map(tableTest),
    tableSections(data),
    makeTable('Formulários', data.forms, [
      ['Formulário', ({ form }) => formLabel(form)],
      ['Começaram', ({ started }) => formatCount(started)],
      ['Concluíram', ({ completed }) => formatCount(completed)],
      ['Dos que começaram', ({ started, completed }) => formatShare(completed, started)],
    ]),
    tableAbandonment(data),
  ].filter(({ rows }) => rows.length > 0);
