import { addStages, groupStages, originKey, type ReportData, type Stages } from './model.ts';
import type { Days } from './period.ts';

const toFunnel = (stages: Stages) => ({
  visits: stages.visits,
  cta_clicks: stages.cta,
  form_starts: stages.formStart,
  leads: stages.leads,
  applications: stages.applications,
  checkouts: stages.checkout,
  purchases: stages.purchases,
});

/** The report for programs: the same numbers, names in English, days of Brasília. */
export function reportToJson(data: ReportData, { first, last }: Days): string {
  const report = {
    from: first ?? null,
    until: last ?? null,
    funnel: toFunnel(addStages(data.stages)),
    leads_stored: data.leads.stored,
    leads_with_visit: data.leads.withVisit,
    events_unread: data.unread,
    origins: groupStages(data.stages, originKey).map(({ first, sum }) => ({
      source: first.source,
      medium: first.medium,
      campaign: first.campaign,
      ...toFunnel(sum),
    })),
    days: data.stages
      .map(({ day, source, medium, campaign, ...stages }) => ({
        day: day === '' ? null : day,
        source,
        medium,
        campaign,
        ...toFunnel(stages),
      }))
      .sort((a, b) => ((a.day ?? '') < (b.day ?? '') ? -1 : 1)),
    revenue: data.revenue,
    sections: data.sections,
    forms: data.forms,
    abandonment: data.abandonment,
    vitals: data.vitals,
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

const CSV_COLUMNS = [
  'dia',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'visitas',
  'cliques_cta',
  'formularios_comecados',
  'leads',
  'checkouts',
  'compras',
  'aplicacoes',
];

/** The funnel for a spreadsheet: one row a day and origin. */
export function reportRows({ stages }: ReportData) {
  const rows = stages
    .map((row) => ({
      dia: row.day,
      utm_source: row.source,
      utm_medium: row.medium,
      utm_campaign: row.campaign,
      visitas: row.visits,
      cliques_cta: row.cta,
      formularios_comecados: row.formStart,
      leads: row.leads,
      checkouts: row.checkout,
      compras: row.purchases,
      aplicacoes: row.applications,
    }))
    .sort((a, b) => (a.dia < b.dia ? -1 : 1));
  return { columns: CSV_COLUMNS, rows };
}
