import { UTM_FIELDS } from '@funil/contract/utm';
import { leadNews } from './compose-lead.ts';
import type { Found, Range } from './news.ts';
import { readToOf, type Step } from './step.ts';

/** `lead.created` of each lead. */
export async function findLeads({ step }: Step, range: Range): Promise<Found> {
  const rows = await step
    .selectFrom('leads')
    .select(['id', 'idempotency_key', 'created_at', 'suspect', 'nome', 'telefone'])
    .select(UTM_FIELDS)
    .select(['tempo_jornada_segundos', 'paginas_visitadas', 'origem_timestamp', 'id as number'])
    .where('id', '>', range.after)
    .where('id', '<=', range.until)
    .orderBy('id')
    .limit(range.most)
    .execute();
  return {
    news: rows.map(leadNews),
    readTo: readToOf(rows, range),
  };
}
