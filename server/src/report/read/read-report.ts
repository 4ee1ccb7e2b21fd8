import { sql } from 'kysely';
import { localDay } from '../../records/brasilia.ts';
import type {
  AbandonmentRow,
  FormRow,
  LeadCount,
  ReportData,
  RevenueRow,
  SectionRow,
  StageRow,
  VitalRow,
} from '../model.ts';
import { payloadNumber, payloadText } from './payload-values.ts';
import { all, ofForm, type ReportSource, reached, within } from './source.ts';

const FORMS = ['lead', 'aplicacao'];
const METRICS = ['LCP', 'INP', 'CLS'];

/** A day, in ms: more, no section is in view within a visit. */
const LONGEST_VIEW = { least: 0, most: 86_400_000 };
/** An hour, in ms: more, no vital measures. */
const LARGEST_VITAL = { least: 0, most: 3_600_000 };
/** More, in the currency's main unit, nothing on a sales page costs. */
const LARGEST_PRICE = { least: 0, most: 10_000_000 };
/** Steps of a form, from 0. */
const STEPS = { least: 0, most: 20 };

const ORIGIN = sql`utm_source as source, utm_medium as medium, utm_campaign as campaign`;

function readStages(source: ReportSource): Promise<StageRow[]> {
  const query = sql<StageRow>`
    with visit as (
      select session_id,
        min(occurred_at) as started_at,
        min(utm_source) as utm_source,
        min(utm_medium) as utm_medium,
        min(utm_campaign) as utm_campaign,
        ${reached('cta_click')} as cta,
        ${reached('form_start', ofForm('lead'))} as form_start,
        ${reached('generate_lead')} as lead,
        ${reached('checkout_redirect')} as checkout,
        ${reached('purchase')} as purchase,
        ${reached('form_complete', ofForm('aplicacao'))} as application
      from jornada
      where name in ('session_start', 'page_view', 'cta_click', 'form_start', 'generate_lead',
        'checkout_redirect', 'purchase', 'form_complete') ${within(source.period)}
      group by session_id
    )
    select ${ORIGIN}, ${localDay(sql`started_at`, source.database.dialect)} as day,
      count(*) as visits, sum(cta) as cta, sum(form_start) as "formStart", sum(lead) as leads,
      sum(checkout) as checkout, sum(purchase) as purchases, sum(application) as applications
    from visit
    group by 1, 2, 3, 4
    order by 4, 1, 2, 3`;
  return all(source, query);
}

function readRevenue(source: ReportSource): Promise<RevenueRow[]> {
  const query = sql<RevenueRow>`
    with purchase as (
      select ${payloadText('transaction_id', source.database.dialect)} as transaction_id,
        min(utm_source) as utm_source,
        min(utm_medium) as utm_medium,
        min(utm_campaign) as utm_campaign,
        coalesce(min(${payloadText('currency', source.database.dialect)}), 'BRL') as currency,
        min(${payloadNumber('value', LARGEST_PRICE, source.database.dialect)}) as value
      from jornada
      where name = 'purchase' ${within(source.period)}
      group by 1
    )
    select ${ORIGIN}, currency, count(*) as transactions, sum(value) as value
    from purchase
    where transaction_id is not null and value is not null
    group by 1, 2, 3, 4
    order by 6 desc`;
  return all(source, query);
}

function readSections(source: ReportSource): Promise<SectionRow[]> {
  const milliseconds = payloadNumber('time_in_view_ms', LONGEST_VIEW, source.database.dialect);
  const query = sql<SectionRow>`
    select secao as section, count(distinct session_id) as visits,
      coalesce(sum(${milliseconds}), 0) / 1000 / count(distinct session_id) as seconds
    from jornada
    where name = 'section_view' and secao is not null ${within(source.period)}
    group by secao`;
  return all(source, query);
}

function readForms(source: ReportSource): Promise<FormRow[]> {
  const query = sql<FormRow>`
    with moment as (
      select session_id, name, ${payloadText('form', source.database.dialect, FORMS)} as form
      from jornada
      where name in ('form_start', 'form_complete') ${within(source.period)}
    )
    select form,
      count(distinct case when name = 'form_start' then session_id end) as started,
      count(distinct case when name = 'form_complete' then session_id end) as completed
    from moment
    where form is not null
    group by 1
    order by 1 desc`;
  return all(source, query);
}

/** Where visits that never finished a form left it for the last time. */
function readAbandonment(source: ReportSource): Promise<AbandonmentRow[]> {
  const form = payloadText('form', source.database.dialect, FORMS);
  const query = sql<AbandonmentRow>`
    with abandoned as (
      select session_id, ${form} as form,
        ${payloadNumber('step', STEPS, source.database.dialect)} as step,
        coalesce(payload ->> 'field', '') as field,
        row_number() over (
          partition by session_id, ${form} order by occurred_at desc, id desc
        ) as place
      from jornada
      where name = 'form_abandon' ${within(source.period)}
    ), completed as (
      select distinct session_id, ${form} as form
      from jornada
      where name = 'form_complete' ${within(source.period)}
    )
    select abandoned.form, step, field, count(*) as visits
    from abandoned
    left join completed
      on completed.session_id = abandoned.session_id and completed.form = abandoned.form
    where place = 1 and abandoned.form is not null and completed.session_id is null
    group by 1, 2, 3
    order by 1 desc, 4 desc`;
  return all(source, query);
}

function readVitals(source: ReportSource): Promise<VitalRow[]> {
  const query = sql<VitalRow>`
    with measured as (
      select utm_source, utm_medium, utm_campaign,
        ${payloadText('metric', source.database.dialect, METRICS)} as metric,
        ${payloadNumber('value', LARGEST_VITAL, source.database.dialect)} as value
      from jornada
      where name = 'web_vital' ${within(source.period)}
    ), ranked as (
      select *,
        row_number() over (
          partition by utm_source, utm_medium, utm_campaign, metric order by value
        ) as place,
        count(*) over (partition by utm_source, utm_medium, utm_campaign, metric) as samples
      from measured
      where value is not null and metric is not null
    )
    select ${ORIGIN}, metric, value as p75, samples
    from ranked
    where place = (3 * samples + 3) / 4
    order by samples desc, 1, 2, 3`;
  return all(source, query);
}

async function countLeads(source: ReportSource): Promise<LeadCount> {
  const query = sql<LeadCount>`
    select count(*) as stored,
      count(case when exists (
        select 1 from jornada where lead_ref = leads.idempotency_key and name = 'generate_lead'
      ) then 1 end) as "withVisit"
    from leads
    where 1 = 1 ${within(source.period, 'created_at')}`;
  const [counted] = await all(source, query);
  return counted ?? { stored: 0, withVisit: 0 };
}

/** Reads all that the report shows; the funnel's numbers are visits, not events. */
export async function readReport(source: ReportSource): Promise<ReportData> {
  return {
    stages: await readStages(source),
    revenue: await readRevenue(source),
    sections: await readSections(source),
    forms: await readForms(source),
    abandonment: await readAbandonment(source),
    vitals: await readVitals(source),
    leads: await countLeads(source),
  };
}
